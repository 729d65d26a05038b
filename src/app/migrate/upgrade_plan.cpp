#include "app/migrate/upgrade_plan.hpp"

#include <vector>

#include "app/console/database_words.hpp"
#include "app/console/saying.hpp"
#include "app/console/version.hpp"
#include "app/folder/printout.hpp"
#include "app/folder/store_words.hpp"
#include "database/address.hpp"
#include "database/connection.hpp"
#include "exchange/port/store_format.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/disk/refusal.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/folder/format_file.hpp"
#include "store/postgres/node/membership.hpp"
#include "store/postgres/tables/schema.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;
namespace postgres = store::postgres;

struct Plan {
  exchange::StoreFormat format = exchange::first_format;
  bool rebuilds_index = false;                  // of a folder
  std::vector<postgres::Migration> migrations;  // of a database
  std::vector<postgres::LivingNode> nodes;      // of a database
};

base::Result<Plan> plan_of_folder(const std::string& path) {
  const embedded::DataFolder data{path};
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(path, journal::Missing::refuse));
  TRY_ASSIGN(const auto journal,
             journal::open_posix_folder(data.journal(), journal::Missing::refuse));
  TRY_ASSIGN(const auto identity, embedded::identity_in(*journal));
  if (!identity) return base::refuse(journal::no_journal());
  Plan plan;
  TRY_ASSIGN(plan.format, embedded::read_format(*folder, exchange::newest_format));
  TRY_ASSIGN(const auto index, embedded::see_index(data, *identity));
  plan.rebuilds_index = index.state != embedded::SeenIndex::State::readable;
  return plan;
}

base::Result<Plan> plan_of_database(const std::string& address) {
  TRY(database::check_address(address));
  TRY_ASSIGN(
      const auto connection,
      database::Connection::open({.address = address, .application_name = "tradepost migrate"}));
  Plan plan;
  TRY_ASSIGN(plan.format, postgres::format_of(*connection));
  if (plan.format > exchange::newest_format) return base::refuse(postgres::tables_too_new());
  TRY_ASSIGN(plan.migrations, postgres::due_migrations(*connection));
  TRY_ASSIGN(plan.nodes, postgres::living_nodes(*connection));
  return plan;
}

void describe_format(Printout& out, exchange::StoreFormat format) {
  out.member("format", format).member("newestFormat", exchange::newest_format);
  if (format == exchange::newest_format) {
    out.say("format {}: the newest one of version {}\n", format, version);
  } else {
    out.say(
        "format {}: version {} raises it to {} after upgrade_after_minutes, or at once with "
        "serve --upgrade. Until then, the earlier version can continue the network.\n",
        format, version, exchange::newest_format);
  }
}

void describe_database(Printout& out, const Plan& plan) {
  out.list("migrations", plan.migrations, [&](const postgres::Migration& migration) {
    out.member("number", migration.number).member("purpose", migration.purpose);
    out.member("locks", migration.locks);
    out.say("migration {}: {}{}{}\n", migration.number, migration.purpose,
            migration.locks.empty() ? "" : "; locks for an instant the table ", migration.locks);
  });
  if (plan.migrations.empty()) out.say("tables: no migration is due\n");
  out.list("nodes", plan.nodes, [&](const postgres::LivingNode& node) {
    out.member("version", node.is.version).member("newestFormat", node.is.newest_format);
    out.member("servingForSeconds", node.serving_for.count());
    out.say("node: version {}, reads formats up to {}, has served for {} s\n", node.is.version,
            node.is.newest_format, node.serving_for.count());
  });
}

void describe_folder(Printout& out, const Plan& plan) {
  out.member("rebuildsIndex", plan.rebuilds_index);
  out.say("index: {}\n", plan.rebuilds_index ? "the next start builds it again from the journal"
                                             : "this version uses it unchanged");
}

}  // namespace

ExitStatus print_upgrade_plan(const std::string& network, bool is_json) {
  const bool is_database = is_database_address(network);
  const auto plan = is_database ? plan_of_database(network) : plan_of_folder(network);
  if (!plan) return print_refusal(plan.error());
  Printout out({.is_json = is_json});
  describe_format(out, plan->format);
  is_database ? describe_database(out, *plan) : describe_folder(out, *plan);
  std::move(out).print_json();
  return ExitStatus::good;
}

}  // namespace tradepost::app
