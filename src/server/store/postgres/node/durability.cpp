#include "store/postgres/node/durability.hpp"

#include <fmt/format.h>

namespace tradepost::store::postgres {

using database::Rows;

base::Result<std::vector<std::string>> risks_of(database::Connection& connection) {
  // Reads the settings of this user in this database.
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT current_setting('fsync'), "
                                    "current_setting('full_page_writes'), "
                                    "current_setting('synchronous_commit'), "
                                    "current_setting('synchronous_standby_names'), "
                                    "(SELECT count(*) FROM pg_stat_replication "
                                    "WHERE sync_state IN ('sync', 'quorum'))"}));
  std::vector<std::string> risks;
  if (rows.bytes(0, 0) != "on") risks.emplace_back("fsync is off: a crash can damage everything.");
  if (rows.bytes(0, 1) != "on") {
    risks.emplace_back("full_page_writes is off: a crash can damage pages.");
  }
  const auto commit = rows.bytes(0, 2);
  if (commit != "on" && commit != "remote_apply") {
    risks.push_back(fmt::format(
        "synchronous_commit is {}: a commit is answered before a standby has it on its disk.",
        commit));
  }
  if (rows.bytes(0, 3).empty()) {
    risks.emplace_back(
        "synchronous_standby_names is empty: commits do not wait for a standby, and data that is "
        "lost on the disk of this server is lost.");
  } else if (rows.number(0, 4) == 0) {
    risks.emplace_back(
        "No synchronous standby is connected (or the user may not see it: grant it "
        "pg_read_all_stats).");
  }
  return risks;
}

}  // namespace tradepost::store::postgres
