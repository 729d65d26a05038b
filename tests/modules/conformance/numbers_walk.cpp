#include "conformance/numbers_walk.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/administration/document_numbering.hpp"

namespace tradepost::conformance {
namespace {

constexpr std::size_t takers = 4;
constexpr std::size_t takings = 25;

// One node: a desk with its own directory, which is as old as its last change.
class Node {
 public:
  Node(StoreUnderTest& store, const base::Clock& clock, std::uint64_t seed)
      : random_(seed),
        ids_(clock, random_),
        desk_{.store = store.store(),
              .directory = directory_,
              .clock = clock,
              .ids = ids_,
              .reader = reader_,
              .rejections = rejections_,
              .rules = {}} {
    run(directory_.catch_up(desk_.store, deadline()));
  }

  template <typename T>
  T run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    CHECK(result.has_value());
    return *std::move(result);
  }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }
  exchange::Desk& desk() { return desk_; }

  // Asks again while the other threads change the range faster than this one can. Each time one of
  // them takes a number.
  std::string take(const exchange::Caller& caller) {
    exchange::TakingAnswer answer;
    do {
      answer =
          run(exchange::take_document_number(desk_, caller, exchange::Kind::invoice, deadline()));
    } while (std::holds_alternative<exchange::Busy>(answer));
    const auto* const taken = std::get_if<exchange::TakenNumber>(&answer);
    EXPECT_NE(taken, nullptr) << answer.index();
    return taken == nullptr ? "" : taken->number;
  }

 private:
  base::ManualExecutor executor_;
  base::SeededRandom random_;
  base::UuidGenerator ids_;
  document::Reader reader_;
  exchange::RejectionLimit rejections_;
  exchange::LiveDirectory directory_;
  exchange::Desk desk_;
};

exchange::Caller member(Node& node) {
  exchange::ParticipantRequest request{
      .name = "Lieferwerk",
      .identifiers = {{.domain = exchange::Domain::gs1, .text = "9521001000000"}},
      .requirements = {},
      .agents = {}};
  const auto answer = node.run(exchange::add_participant(node.desk(), exchange::OperatorId(),
                                                         std::move(request), node.deadline()));
  return {.participant = std::get<exchange::Participant>(answer).id,
          .token = {},
          .flow = exchange::Flow::live,
          .scopes = exchange::Scopes::all()};
}

void set_range(Node& node, const exchange::Caller& caller) {
  exchange::NumbersRequest request{
      .kind = exchange::Kind::invoice, .prefix = "INV-", .next = 42, .width = 5};
  const auto answer = node.run(
      exchange::set_document_range(node.desk(), caller, std::move(request), node.deadline()));
  ASSERT_TRUE(std::holds_alternative<exchange::DocumentNumbers>(answer));
}

}  // namespace

void take_numbers_on_many_threads(const MakeStore& make, std::uint64_t seed) {
  const base::ManualClock clock{base::instant_of(1'772'000'000'000)};
  const auto store = make(clock);
  exchange::Caller caller;
  {
    Node founder(*store, clock, seed);
    caller = member(founder);
    set_range(founder, caller);
  }
  std::mutex mutex;
  std::set<std::string> given;  // guarded by mutex
  for (std::uint64_t life = 1; life <= 2; ++life) {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < takers; ++i) {
      threads.emplace_back([&, number = life * takers + i] {
        Node node(*store, clock, seed + number);
        for (std::size_t taking = 0; taking < takings; ++taking) {
          const std::string number_taken = node.take(caller);
          const std::lock_guard lock(mutex);
          EXPECT_TRUE(given.insert(number_taken).second) << number_taken << " was given twice";
        }
      });
    }
    threads.clear();
    store->restart();
  }
  ASSERT_EQ(given.size(), 2 * takers * takings);
  EXPECT_EQ(*given.begin(), "INV-00042");
  EXPECT_EQ(*given.rbegin(), "INV-00241") << "nothing failed, so no number is lost";
}

}  // namespace tradepost::conformance
