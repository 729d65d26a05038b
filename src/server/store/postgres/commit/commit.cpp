#include "store/postgres/commit/commit.hpp"

#include <memory>
#include <utility>

#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

using database::List;
using database::Parameters;
using database::Rows;
using database::Statement;
using database::Type;

void Commit::begin(const Sought& sought) {
  transaction_.begin(sought.count(), [&](Questions& questions) { add_facts(questions, sought); });
  if (!transaction_.error()) ask_more_facts(sought);
}

std::uint64_t Commit::take_position(const QueueName& queue) {
  if (moved_as_) return writes_.moved.queue_ends[queue] = *moved_as_;
  return transaction_.take_position(queue);
}

void Commit::load_cases(std::span<const CaseId> ids) {
  const Statement statement = cases_statement(ids);
  if (!statement.sql.empty()) take_cases(transaction_.ask(statement));
}

// Skips cases that are known. Returns a statement without SQL if all are.
Statement Commit::cases_statement(std::span<const CaseId> ids) {
  List wanted(Type::uuid);
  bool has_any = false;
  for (const CaseId id : ids) {
    if (!cases_.try_emplace(id).second) continue;
    has_any = true;
    wanted.add(id.uuid());
  }
  if (!has_any) return {};
  return {.sql = "SELECT value FROM exchange_case WHERE id = ANY($1) ORDER BY id FOR UPDATE",
          .parameters = Parameters().list(std::move(wanted))};
}

void Commit::take_cases(const Rows& found) {
  for (std::size_t i = 0; i < found.count(); ++i) {
    auto value = std::make_shared<const exchange::Case>(read<exchange::Case>(found.bytes(i, 0)));
    cases_[value->id].now = std::move(value);
  }
}

exchange::CasePtr Commit::find_case(CaseId id) {
  load_cases({&id, 1});
  return cases_[id].now;
}

exchange::CasePtr Commit::open_case(const std::optional<CaseId>& id) {
  exchange::CasePtr found = id ? find_case(*id) : nullptr;
  return found && found->status == exchange::CaseStatus::open ? found : nullptr;
}

Changed Commit::changed() const {
  using exchange::ChangeViewer;
  Changed changed{.delivered_to = delivered_to_};
  auto& viewers = changed.viewers;
  for (const auto& [id, row] : rows_) {
    if (!row.has_changed()) continue;
    viewers.insert(ChangeViewer::operators());
    for (const auto& version : {row.before, row.now}) {
      if (!version) continue;
      for (const auto viewer : version->viewers) {
        viewers.insert(ChangeViewer::of(viewer, version->flow));
      }
    }
  }
  for (const auto& [id, known] : cases_) {
    if (!known.has_changed || !known.now) continue;
    viewers.insert(ChangeViewer::operators());
    for (const auto owner : known.now->owners) {
      viewers.insert(ChangeViewer::of(owner, known.now->flow));
    }
  }
  return changed;
}

bool Commit::finish(const std::vector<Statement>& beside) {
  std::vector<Statement> statements = statements_of(rows_, cases_, writes_, transaction_.now());
  if (!statements.empty()) statements.insert(statements.end(), beside.begin(), beside.end());
  return transaction_.commit(std::move(statements));
}

}  // namespace tradepost::store::postgres
