#include "store/postgres/node/change_broadcast.hpp"

#include <utility>

#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Rows;
using enum database::Type;
using exchange::ChangeViewer;

base::Result<ChangeBroadcast::Start> ChangeBroadcast::start(Connection& connection) {
  TRY_ASSIGN(const Rows self, connection.ask({.sql = "SELECT gen_random_uuid()"}));
  Start start{.self = self.uuid(0, 0), .last = {}};
  TRY_ASSIGN(const Rows others,
             connection.ask({.sql = "SELECT node, max(number) FROM notice GROUP BY node"}));
  for (std::size_t i = 0; i < others.count(); ++i) {
    start.last[others.uuid(i, 0)] = others.number(i, 1);
  }
  return start;
}

void ChangeBroadcast::note(const std::set<ChangeViewer>& viewers) {
  const std::lock_guard lock(mutex_);
  noted_.insert(viewers.begin(), viewers.end());
}

bool ChangeBroadcast::has_any() const {
  const std::lock_guard lock(mutex_);
  return !noted_.empty();
}

base::Done ChangeBroadcast::write(Connection& connection) {
  std::set<ChangeViewer> viewers;
  {
    const std::lock_guard lock(mutex_);
    viewers.swap(noted_);
  }
  if (viewers.empty()) return {};
  Columns<uuid, bigint> columns;
  for (const ChangeViewer& viewer : viewers)
    columns.add(viewer.participant.uuid(), number_of(viewer.flow));
  // A number is never used twice, because its row may exist even if the answer was lost.
  const auto written = connection.ask(
      {.sql = "WITH old AS (DELETE FROM notice WHERE at < now() - interval '1 minute') "
              "INSERT INTO notice(node, number, viewers, flows) VALUES($1, $2, $3, $4)",
       .parameters =
           std::move(columns).parameters(Parameters().uuid(self_).number(++last_written_))});
  if (written) return {};
  note(viewers);
  return base::refuse(written.error());
}

base::Done ChangeBroadcast::read(Connection& connection) {
  if (changes_ == nullptr) return {};
  Columns<uuid, bigint> known;
  for (const auto& [node, number] : last_read_) known.add(node, number);
  TRY_ASSIGN(const Rows rows,
             connection.ask({.sql = "SELECT node, n.number, viewer, flow FROM notice n "
                                    "LEFT JOIN unnest($2, $3) AS known(node, number) USING (node), "
                                    "unnest(viewers, flows) AS seen(viewer, flow) "
                                    "WHERE node <> $1 AND n.number > coalesce(known.number, 0) "
                                    "ORDER BY node, n.number",
                             .parameters = std::move(known).parameters(Parameters().uuid(self_))}));
  std::set<ChangeViewer> viewers;
  auto read = last_read_;
  bool is_one_missing = false;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    std::int64_t& last = read[rows.uuid(i, 0)];
    const std::int64_t number = rows.number(i, 1);
    is_one_missing = is_one_missing || number > last + 1;
    last = number;
    viewers.insert({.participant = exchange::ParticipantId(rows.uuid(i, 2)),
                    .flow = static_cast<exchange::Flow>(rows.number(i, 3))});
  }
  if (is_one_missing) TRY(notify_all_viewers(connection));
  changes_->note(viewers);
  last_read_ = std::move(read);
  return {};
}

base::Done ChangeBroadcast::notify_all_viewers(Connection& connection) {
  TRY_ASSIGN(const Rows newest,
             connection.ask({.sql = "SELECT coalesce(max(revision), 0) FROM directory_entry"}));
  TRY_ASSIGN(const auto directory,
             node_.directory(connection, static_cast<exchange::Revision>(newest.number(0, 0))));
  std::set<ChangeViewer> all{ChangeViewer::operators()};
  for (const exchange::Participant* const each : directory->participants()) {
    for (const auto flow : {exchange::Flow::live, exchange::Flow::test}) {
      all.insert(ChangeViewer::of(each->id, flow));
    }
  }
  changes_->note(all);
  return {};
}

}  // namespace tradepost::store::postgres
