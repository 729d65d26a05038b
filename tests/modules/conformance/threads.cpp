// Trades with one store on several threads. Their order is unknown, so an oracle cannot judge the
// answers. Checks that nothing is lost or duplicated, and that versions sent at the same instant
// form a chain.

#include "conformance/threads.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "conformance/letter.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/trade/report.hpp"

namespace tradepost::conformance {
namespace {

using exchange::TransactionId;

const exchange::OperatorId no_operator;

// Data that all threads share.
struct Shared {
  explicit Shared(const MakeStore& make) : store(make(clock)) {}

  base::ManualClock clock{base::instant_of(1'772'000'000'000)};
  std::unique_ptr<StoreUnderTest> store;
  exchange::LiveDirectory directory;
  exchange::RejectionLimit rejections;
};

// Data of one thread.
class Seat {
 public:
  Seat(Shared& shared, std::uint64_t seed)
      : random_(seed),
        ids_(shared.clock, random_),
        desk_{.store = shared.store->store(),
              .directory = shared.directory,
              .clock = shared.clock,
              .ids = ids_,
              .reader = reader_,
              .rejections = shared.rejections,
              .rules = {}} {}

  exchange::Desk& desk() { return desk_; }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }
  std::uint64_t below(std::uint64_t bound) { return random_.next_uint64() % bound; }

  template <typename T>
  T run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    CHECK(result.has_value());
    return *std::move(result);
  }

 private:
  base::ManualExecutor executor_;
  base::SeededRandom random_;
  base::UuidGenerator ids_;
  document::Reader reader_;
  exchange::Desk desk_;
};

exchange::Caller caller_of(exchange::ParticipantId participant) {
  return {.participant = participant,
          .token = {},
          .flow = exchange::Flow::live,
          .scopes = exchange::Scopes::all()};
}

exchange::ParticipantId add(Seat& seat, const std::string& name) {
  exchange::ParticipantRequest request{
      .name = name,
      .identifiers = {{.domain = exchange::Domain::gs1, .text = name}},
      .requirements = {},
      .agents = {}};
  const auto answer = seat.run(
      exchange::add_participant(seat.desk(), no_operator, std::move(request), seat.deadline()));
  return std::get<exchange::Participant>(answer).id;
}

// Creates a response from SUPPLIER to BUYER; many have the same number, some the same content.
Letter response(std::uint64_t number, std::uint64_t variant) {
  return {.kind = "ORDER_RESPONSE",
          .number = fmt::format("N{}", number),
          .version = {},
          .type = {},
          .parties = {{.role = "supplier", .identities = {{"GS1", "SUPPLIER"}}},
                      {.role = "buyer", .identities = {{"GS1", "BUYER"}}}},
          .variant = static_cast<int>(variant)};
}

class ManyThreads {
 public:
  ManyThreads(const MakeStore& make, std::uint64_t seed)
      : seed_(seed), shared_(make), seat_(shared_, seed) {
    supplier_ = add(seat_, "SUPPLIER");
    buyer_ = add(seat_, "BUYER");
    exchange::RelationshipRequest request{.from = supplier_,
                                          .to = buyer_,
                                          .status = exchange::RelationshipStatus::active,
                                          .kinds = {},
                                          .flows = {},
                                          .requirements = {}};
    seat_.run(exchange::put_relationship(seat_.desk(), exchange::Actor::of(no_operator),
                                         std::move(request), seat_.deadline()));
  }

  void trade();
  void look();

 private:
  // Sends documents, and counts the accepted ones.
  void send_many(std::uint64_t seed, std::size_t count) {
    Seat seat(shared_, seed);
    for (std::size_t i = 0; i < count; ++i) {
      const Letter letter = response(seat.below(numbers), seat.below(variants));
      exchange::SendRequest request{
          .caller = caller_of(supplier_), .body = exchange::bytes_of(body_of(letter)), .key = {}};
      const auto answer =
          seat.run(exchange::send(seat.desk(), std::move(request), seat.deadline()));
      const std::lock_guard lock(mutex_);
      if (const auto* const accepted = std::get_if<exchange::Accepted>(&answer)) {
        EXPECT_TRUE(accepted_.insert(accepted->id).second);
      } else {
        EXPECT_TRUE(std::holds_alternative<exchange::Duplicate>(answer));
      }
      if (i % 16 == 0) shared_.clock.advance(std::chrono::milliseconds(1));
    }
  }

  // Walks through pending transactions and reports on them, until none remain.
  void pull_many(std::uint64_t seed) {
    Seat seat(shared_, seed);
    while (true) {
      const bool is_last = senders_done_.load();
      if (walk(seat) == 0 && is_last) return;
    }
  }

  std::size_t walk(Seat& seat) {
    exchange::PullRequest request{
        .caller = caller_of(buyer_), .kind = {}, .cursor = {}, .count_max = 7};
    std::set<TransactionId> seen;
    while (true) {
      const auto answer = seat.run(exchange::pull(seat.desk(), request, seat.deadline()));
      const auto& page = std::get<exchange::IncomingPage>(answer);
      for (const exchange::Incoming& item : page.items) {
        EXPECT_TRUE(seen.insert(item.row->id).second) << "shown twice in one walk";
        report(seat, item.row->id);
      }
      if (!page.next) return seen.size();
      request.cursor = page.next;
    }
  }

  void report(Seat& seat, TransactionId id) {
    const bool is_good = id.uuid().bytes.back() % 4 != 0;
    std::vector<std::optional<exchange::ReportItem>> items = {exchange::ReportItem{
        .id = id,
        .verdict = is_good ? exchange::Verdict::success : exchange::Verdict::failure,
        .reason = "",
        .type = exchange::ErrorType::data,
        .context = {}}};
    const auto answer = seat.run(
        exchange::report(seat.desk(), caller_of(buyer_), std::move(items), seat.deadline()));
    const auto* const kept = std::get_if<exchange::ReportsKept>(&answer);
    ASSERT_TRUE(kept);
    const std::lock_guard lock(mutex_);
    if (kept->items.front().outcome == exchange::ReportOutcome::done) {
      EXPECT_TRUE(done_.insert(id).second) << "reported on twice, each time as the first";
    }
  }

  std::map<TransactionId, exchange::Shown> everything(exchange::ParticipantId viewer) {
    std::map<TransactionId, exchange::Shown> rows;
    exchange::HistoryRequest request{
        .caller = caller_of(viewer), .filter = {}, .cursor = {}, .count_max = 100};
    while (true) {
      const auto answer = seat_.run(exchange::history(seat_.desk(), request, seat_.deadline()));
      const auto& page = std::get<exchange::ShownPage>(answer);
      for (const exchange::Shown& item : page.items) {
        EXPECT_TRUE(rows.emplace(item.row->id, item).second) << "listed twice";
      }
      if (!page.next) return rows;
      request.cursor = page.next;
    }
  }

  static constexpr std::uint64_t numbers = 12;
  static constexpr std::uint64_t variants = 40;

  std::uint64_t seed_;
  Shared shared_;
  Seat seat_;
  exchange::ParticipantId supplier_;
  exchange::ParticipantId buyer_;
  std::atomic<bool> senders_done_ = false;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::set<TransactionId> accepted_;
  std::set<TransactionId> done_;
};

void ManyThreads::trade() {
  constexpr std::size_t documents = 400;
  std::vector<std::jthread> pullers;
  for (std::uint64_t i = 0; i < 2; ++i) {
    pullers.emplace_back([this, i] { pull_many(seed_ + 100 + i); });
  }
  {
    std::vector<std::jthread> senders;
    for (std::uint64_t i = 0; i < 3; ++i) {
      senders.emplace_back([this, i] { send_many(seed_ + 200 + i, documents); });
    }
  }
  senders_done_ = true;
}

void ManyThreads::look() {
  const auto rows = everything(supplier_);
  EXPECT_EQ(rows.size(), accepted_.size());
  EXPECT_EQ(everything(buyer_).size(), accepted_.size());
  std::map<std::string, std::size_t> versions;
  std::map<std::string, std::size_t> firsts;
  for (const auto& [id, shown] : rows) {
    EXPECT_TRUE(accepted_.contains(id));
    ++versions[shown.row->number];
    if (!shown.replaces) ++firsts[shown.row->number];
    const bool is_reported =
        shown.row->state == exchange::State::success || shown.row->state == exchange::State::failed;
    EXPECT_EQ(is_reported, done_.contains(id));
    EXPECT_NE(shown.row->state, exchange::State::pending);
    if (shown.replaced_by) {
      const auto newer = rows.find(*shown.replaced_by);
      ASSERT_NE(newer, rows.end());
      EXPECT_EQ(newer->second.replaces, id);
    }
  }
  // A chain has one beginning, and one path through all versions.
  for (const auto& [id, shown] : rows) {
    if (shown.replaces) continue;
    EXPECT_EQ(firsts[shown.row->number], 1U);
    std::size_t length = 1;
    for (auto next = shown.replaced_by; next && length <= rows.size(); ++length) {
      next = rows.at(*next).replaced_by;
    }
    EXPECT_EQ(length, versions[shown.row->number]);
  }
}

}  // namespace

void trade_on_many_threads(const MakeStore& make, std::uint64_t seed) {
  SCOPED_TRACE(fmt::format("seed {}", seed));
  ManyThreads threads(make, seed);
  threads.trade();
  threads.look();
}

}  // namespace tradepost::conformance
