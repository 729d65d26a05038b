#include "store/postgres/node/watcher.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/tasks/thread_name.hpp"
#include "store/postgres/node/partitions.hpp"
#include "store/postgres/tables/columns.hpp"

namespace tradepost::store::postgres {

using database::Rows;
using enum database::Type;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds keep_every{1};
constexpr std::chrono::seconds answered_within{10};
constexpr std::chrono::seconds renew_every{10};
constexpr std::chrono::hours tend_every{1};

}  // namespace

Watcher::Watcher(const LinkOptions& link, WatcherOptions options, Node& node,
                 ChangeBroadcast& broadcast, std::optional<Membership> membership, Ending& ending)
    : options_(std::move(options)),
      node_(node),
      broadcast_(broadcast),
      membership_(std::move(membership)),
      link_(link, ending) {
  if (options_.log != nullptr) lock_monitor_.emplace(*options_.log);
  thread_ = std::thread([this] {
    base::name_thread("watcher");
    run();
  });
}

Watcher::~Watcher() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::uint64_t Watcher::add(const exchange::PendingQuery& query, base::Completer<bool> arrived) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++last_number_;
    if (waits_have_ended_) {
      arrived.fulfil(false);
      return number;
    }
    waiters_.emplace(number, Waiter{.query = query, .arrived = std::move(arrived)});
    should_look_ = true;
  }
  changed_.notify_all();
  return number;
}

void Watcher::forget(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  waiters_.erase(number);
}

bool Watcher::has_waits() const {
  const std::lock_guard lock(mutex_);
  return !waiters_.empty();
}

void Watcher::end_waits() {
  const std::lock_guard lock(mutex_);
  waits_have_ended_ = true;
  for (auto& [number, waiter] : waiters_) waiter.arrived.fulfil(false);
  waiters_.clear();
}

void Watcher::look(const std::function<bool(const QueueName&)>& is_delivered_to) {
  bool has_next = false;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [number, waiter] : waiters_) {
      const exchange::PendingQuery& query = waiter.query;
      if (!is_delivered_to({.participant = query.recipient, .flow = query.flow})) continue;
      waiter.is_next = has_next = true;
    }
    should_look_ = should_look_ || has_next;
  }
  if (has_next) changed_.notify_all();
}

std::optional<SeenNodes> Watcher::nodes() const {
  const std::lock_guard lock(mutex_);
  return nodes_;
}

std::optional<base::Uuid> Watcher::own_node() const {
  if (!membership_) return std::nullopt;
  return membership_->node();
}

void Watcher::run() {
  auto look_at = steady_clock::now();
  auto keep_at = steady_clock::now() + keep_every;
  auto see_at = steady_clock::now();
  auto renew_at = steady_clock::now() + renew_every;
  auto tend_at = steady_clock::now() + tend_every;
  while (pause(look_at)) {
    if (steady_clock::now() < look_at) {
      look_for(Who::next);
      continue;
    }
    look_for(Who::all);
    notify_other_nodes();
    look_at = steady_clock::now() + options_.poll_interval;
    if (steady_clock::now() < keep_at) continue;
    look_for_blockers();
    hear_others();
    keep_polls();
    keep_at = steady_clock::now() + keep_every;
    if (steady_clock::now() >= see_at) {
      see_other_nodes();
      see_at = steady_clock::now() + renew_every;
    }
    if (steady_clock::now() < renew_at) continue;
    renew_membership();
    renew_at = steady_clock::now() + renew_every;
    if (steady_clock::now() < tend_at) continue;
    tend();
    tend_at = steady_clock::now() + tend_every;
  }
  notify_other_nodes();
  keep_polls();
  if (!membership_) return;
  attempt("leave", [this](database::Connection& it) { return membership_->leave(it); });
}

bool Watcher::pause(steady_clock::time_point until) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, until, [this] { return should_look_ || is_ending_; });
  should_look_ = false;
  return !is_ending_;
}

void Watcher::look_for(Who who) {
  Columns<uuid, bigint, bigint, bigint, bigint> waiting;
  {
    const std::lock_guard lock(mutex_);
    for (auto& [number, waiter] : waiters_) {
      if (who == Who::next && !waiter.is_next) continue;
      waiter.is_next = false;
      waiting.add(waiter.query.recipient.uuid(), number_of(waiter.query.flow),
                  static_cast<std::int64_t>(waiter.query.after), waiter.query.kinds.bits(),
                  static_cast<std::int64_t>(number));
    }
  }
  if (waiting.is_empty()) return;
  const database::Statement statement{
      .sql =
          "SELECT w.number FROM unnest($1, $2, $3, $4, $5) "
          "AS w(recipient, flow, position, kinds, number) WHERE EXISTS (SELECT FROM pending p "
          "WHERE p.recipient = w.recipient AND p.flow = w.flow AND p.position > w.position "
          "AND (w.kinds >> p.kind) & 1 = 1 AND p.recipient = ANY($1))",
      .parameters = std::move(waiting).parameters()};
  const auto found =
      link_.read<Rows>([&](database::Connection& connection) { return connection.ask(statement); },
                       steady_clock::now() + answered_within);
  if (!found) return;  // the next look repeats it
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < found->count(); ++i) {
    const auto waiter = waiters_.find(static_cast<std::uint64_t>(found->number(i, 0)));
    if (waiter == waiters_.end()) continue;
    waiter->second.arrived.fulfil(true);
    waiters_.erase(waiter);
  }
}

void Watcher::notify_other_nodes() {
  if (!broadcast_.has_any()) return;
  attempt("tell_others",
          [this](database::Connection& connection) { return broadcast_.write(connection); });
}

void Watcher::hear_others() {
  attempt("hear_others",
          [this](database::Connection& connection) { return broadcast_.read(connection); });
}

void Watcher::renew_membership() {
  if (!membership_) return;
  base::Done renewed;
  attempt("renew_membership", [&](database::Connection& connection) {
    renewed = membership_->renew(connection);
    return renewed;
  });
  const bool is_too_new = !renewed && renewed.error().code() == base::ErrorCode::too_new;
  if (is_too_new && options_.on_failure) options_.on_failure(renewed.error());
}

void Watcher::see_other_nodes() {
  if (!membership_) return;
  attempt("see_nodes", [this](database::Connection& connection) -> base::Done {
    TRY_ASSIGN(SeenNodes seen, see_nodes(connection));
    const std::lock_guard lock(mutex_);
    nodes_ = std::move(seen);
    return {};
  });
}

void Watcher::tend() {
  attempt("tend_partitions", [this](database::Connection& connection) {
    return tend_partitions(connection, node_.instant_behind({}));
  });
}

// Failed work is done again the next time. An unreachable database is reported elsewhere.
void Watcher::attempt(std::string_view work, const Work& does) {
  const auto connection = link_.connection();
  if (!connection) return;
  (*connection)->ask_until(steady_clock::now() + answered_within);
  const auto done = does(**connection);
  (*connection)->ask_until(std::nullopt);
  if (done) {
    failing_.erase(work);
    return;
  }
  if (options_.log != nullptr && (*connection)->is_alive() && failing_.insert(work).second) {
    options_.log->warning("database_work_failed", {{"work", work},
                                                   {"reason", done.error().text().str()},
                                                   {"detail", done.error().detail().str()}});
  }
  link_.check();
}

void Watcher::look_for_blockers() {
  if (!lock_monitor_) return;
  const auto found = link_.read<Rows>(
      [this](database::Connection& connection) { return lock_monitor_->ask(connection); },
      steady_clock::now() + answered_within);
  if (found) lock_monitor_->log(*found);
}

void Watcher::keep_polls() {
  const auto polls = node_.polls_to_keep();
  if (polls.empty()) return;
  Columns<uuid, bigint, bigint> columns;
  for (const auto& [queue, at] : polls)
    columns.add(queue.participant.uuid(), number_of(queue.flow), number_of(at));
  const database::Statement statement{
      .sql =
          "INSERT INTO seen SELECT * FROM unnest($1, $2, $3) ON CONFLICT (participant, flow) "
          "DO UPDATE SET last_poll = greatest(seen.last_poll, excluded.last_poll)",
      .parameters = std::move(columns).parameters()};
  const auto kept =
      link_.read<Rows>([&](database::Connection& connection) { return connection.ask(statement); },
                       steady_clock::now() + answered_within);
  if (!kept) return;  // the marks are soft: they may be lost
}

}  // namespace tradepost::store::postgres
