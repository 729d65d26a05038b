#include "store/postgres/node/node.hpp"

#include <algorithm>
#include <utility>

#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

base::Uuid Node::new_command_id() {
  const std::lock_guard lock(mutex_);
  return ids_.next();
}

exchange::Instant Node::instant_behind(exchange::Instant last) {
  const std::lock_guard lock(mutex_);
  const exchange::Instant now = clock_.now();
  const exchange::Instant latest = std::max(last_instant_, last);
  if (base::is_far_ahead(latest, now)) fell_from_ = std::max(fell_from_, latest);
  last_instant_ = base::instant_behind(latest, now);
  return last_instant_;
}

exchange::Instant Node::fell_from() const {
  const std::lock_guard lock(mutex_);
  return fell_from_;
}

void Node::resume(const Resumption& from) {
  const std::lock_guard lock(mutex_);
  last_instant_ = from.instant_of_last_commit;
  if (from.latest_instant > last_instant_) fell_from_ = from.latest_instant;
}

base::Result<exchange::DirectoryPtr> Node::directory(database::Connection& connection,
                                                     exchange::Revision revision) {
  exchange::DirectoryPtr known;
  {
    const std::lock_guard lock(mutex_);
    known = directory_;
  }
  if (known->revision() >= revision) return known;
  const database::Statement news{
      .sql =
          "SELECT type::bigint, entry, revision FROM directory_entry WHERE revision > $1 "
          "ORDER BY revision",
      .parameters = database::Parameters().number(static_cast<std::int64_t>(known->revision()))};
  TRY_ASSIGN(const database::Rows rows, connection.ask(news));
  std::vector<exchange::DirectoryEntry> entries;
  exchange::Revision newest = known->revision();
  for (std::size_t i = 0; i < rows.count(); ++i) {
    entries.push_back(read_entry(rows.number(i, 0), rows.bytes(i, 1)));
    newest = static_cast<exchange::Revision>(rows.number(i, 2));
  }
  exchange::DirectoryPtr next = known->with(entries, newest);
  const std::lock_guard lock(mutex_);
  if (next->revision() > directory_->revision()) directory_ = next;
  return next;
}

void Node::note_found(const QueueName& queue, exchange::Position last) {
  constexpr unsigned shared_for_commits = 8;
  const std::lock_guard lock(mutex_);
  const auto known = ends_.find(queue);
  if (known == ends_.end()) return;
  unsigned& shared_for = known->second.shared_for;
  if (known->second.left != last) {
    shared_for = shared_for_commits;
  } else if (shared_for != 0) {
    --shared_for;
  }
}

void Node::note_left(const QueueName& queue, exchange::Position last) {
  constexpr std::size_t ends_max = 10'000;
  const std::lock_guard lock(mutex_);
  if (ends_.size() >= ends_max && !ends_.contains(queue)) ends_.clear();
  ends_[queue].left = last;
}

bool Node::is_shared(const QueueName& queue) const {
  const std::lock_guard lock(mutex_);
  const auto known = ends_.find(queue);
  return known != ends_.end() && known->second.shared_for != 0;
}

void Node::mark_poll(const QueueName& queue, exchange::Instant at) {
  const std::lock_guard lock(mutex_);
  Poll& last = polls_[queue];
  last = {.at = base::instant_behind(last.at, at), .is_kept = false};
}

std::optional<exchange::Instant> Node::last_poll(const QueueName& queue) const {
  const std::lock_guard lock(mutex_);
  const auto found = polls_.find(queue);
  return found == polls_.end() ? std::nullopt : std::optional(found->second.at);
}

std::map<QueueName, exchange::Instant> Node::polls() const {
  const std::lock_guard lock(mutex_);
  std::map<QueueName, exchange::Instant> polls;
  for (const auto& [queue, poll] : polls_) polls.emplace(queue, poll.at);
  return polls;
}

std::map<QueueName, exchange::Instant> Node::polls_to_keep() {
  const std::lock_guard lock(mutex_);
  std::map<QueueName, exchange::Instant> polls;
  for (auto& [queue, poll] : polls_) {
    if (!std::exchange(poll.is_kept, true)) polls.emplace(queue, poll.at);
  }
  return polls;
}

}  // namespace tradepost::store::postgres
