#include "store/postgres/node/delivery_notifier.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string>
#include <tuple>

#include "base/ground/check.hpp"
#include "base/tasks/thread_name.hpp"
#include "base/text/hex.hpp"
#include "base/text/text.hpp"

namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Statement;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds deliveries_sent_every{20};
constexpr milliseconds wait_sent_every{1'000};
constexpr milliseconds wait_counts_for{3'000};
constexpr milliseconds reconnect_pause{1'000};
constexpr std::chrono::seconds answered_within{10};
constexpr std::size_t sent_at_once_max = 900;  // NOTIFY takes less than 8,000 bytes
constexpr std::string_view wait_message = "waiting";

// The random end of an id. If two recipients share it, one look finds nothing.
using End = std::array<std::uint8_t, 4>;
constexpr std::size_t digits_of_end = 2 * std::tuple_size_v<End>;

End end_of(const exchange::ParticipantId& id) {
  End end{};
  std::ranges::copy(id.uuid().bytes | std::views::drop(id.uuid().bytes.size() - end.size()),
                    end.begin());
  return end;
}

std::set<End> ends_in(std::string_view payload) {
  std::set<End> ends;
  End end{};
  while (base::read_hex(payload.substr(0, digits_of_end), end)) {
    ends.insert(end);
    payload.remove_prefix(digits_of_end);
  }
  return ends;
}

base::Done notify(Connection& connection, std::string_view payload) {
  const std::array<Statement, 2> statements{
      Statement{.sql = "SELECT set_config('synchronous_commit', 'off', true)"},
      Statement{.sql = "SELECT pg_notify('tradepost', $1)",
                .parameters = Parameters().text(payload)}};
  TRY(connection.ask_all(statements));
  return {};
}

}  // namespace

DeliveryNotifier::DeliveryNotifier(const LinkOptions& options, Ending& ending, Watcher& watcher)
    : options_(options),
      ending_(ending),
      watcher_(watcher),
      called_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  CHECK(called_ >= 0);
  thread_ = std::thread([this] {
    base::name_thread("waking");
    run();
  });
}

DeliveryNotifier::~DeliveryNotifier() {
  call();
  thread_.join();
  ::close(called_);
}

void DeliveryNotifier::add(const std::set<QueueName>& queues) {
  if (Clock::now() >= others_wait_until_.load()) return;
  {
    const std::lock_guard lock(mutex_);
    const bool is_called = !delivered_to_.empty();
    for (const QueueName& queue : queues) delivered_to_.insert(queue.participant);
    if (is_called) return;
  }
  call();
}

void DeliveryNotifier::begin_wait() {
  if (!is_wait_sent_.exchange(true)) call();
}

void DeliveryNotifier::call() const {
  const std::uint64_t one = 1;
  CHECK(::write(called_, &one, sizeof one) == sizeof one);
}

void DeliveryNotifier::forget_call() const {
  std::uint64_t count = 0;
  CHECK(::read(called_, &count, sizeof count) == sizeof count || errno == EAGAIN);
}

void DeliveryNotifier::run() {
  do {
    const auto connection = Connection::open(options_.database);
    if (!connection) continue;
    (*connection)->ask_until(Clock::now() + answered_within);
    const auto is_direct = (*connection)->is_direct();
    if (is_direct && !*is_direct) return;
    if (is_direct) static_cast<void>(send_and_receive(**connection));
  } while (!ending_.within(reconnect_pause));
}

base::Done DeliveryNotifier::send_and_receive(Connection& connection) {
  TRY(connection.ask({.sql = "LISTEN tradepost"}));
  while (!ending_.within(milliseconds(0)) && !connection.is_overtaken()) {
    TRY_ASSIGN(const auto payload, connection.hear(called_, idle_time()));
    forget_call();
    for (const std::string& each : payload) hear(each);
    connection.ask_until(Clock::now() + answered_within);
    TRY(send_wait(connection));
    TRY(send_deliveries(connection));
  }
  return {};
}

milliseconds DeliveryNotifier::idle_time() const {
  const std::lock_guard lock(mutex_);
  if (delivered_to_.empty()) return wait_sent_every;
  const auto left = std::chrono::ceil<milliseconds>(next_deliveries_at_ - Clock::now());
  return std::max(left, milliseconds(0));
}

base::Done DeliveryNotifier::send_wait(Connection& connection) {
  if (Clock::now() < next_wait_at_) return {};
  is_wait_sent_ = watcher_.has_waits();
  if (!is_wait_sent_) return {};
  next_wait_at_ = Clock::now() + wait_sent_every;
  return notify(connection, wait_message);
}

base::Done DeliveryNotifier::send_deliveries(Connection& connection) {
  if (Clock::now() < next_deliveries_at_) return {};
  std::set<exchange::ParticipantId> recipients;
  {
    const std::lock_guard lock(mutex_);
    recipients.swap(delivered_to_);
  }
  if (recipients.empty()) return {};
  next_deliveries_at_ = Clock::now() + deliveries_sent_every;
  std::string ends;  // empty: all recipients
  if (recipients.size() <= sent_at_once_max) {
    for (const auto& recipient : recipients) {
      for (const std::uint8_t byte : end_of(recipient)) ends.push_back(static_cast<char>(byte));
    }
  }
  return notify(connection, base::hex(ends));
}

void DeliveryNotifier::hear(std::string_view payload) {
  if (payload == wait_message) {
    others_wait_until_ = Clock::now() + wait_counts_for;
    return;
  }
  const std::set<End> ends = ends_in(payload);
  watcher_.look([&](const QueueName& queue) {
    return payload.empty() || ends.contains(end_of(queue.participant));
  });
}

}  // namespace tradepost::store::postgres
