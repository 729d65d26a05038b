// What an exchange does without being asked, on the embedded store: slices that end, and go on.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "embedded_store/scratch_store.hpp"
#include "embedded_store/trading.hpp"
#include "exchange/background.hpp"
#include "exchange/pull.hpp"
#include "exchange/send.hpp"
#include "exchange/settings.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using exchange::Came;
using exchange::CasePtr;
using exchange::Removal;
using exchange::RetentionWork;
using exchange::TransactionId;
using std::chrono::days;

class Background : public ::testing::Test {
 public:
  Background() { CHECK(found(town_).has_value()); }

  template <typename T>
  T run(exchange::Answering<T> task) {
    auto answer = seat_.run(std::move(task));
    CHECK(answer.has_value());
    return *std::move(answer);
  }

  TransactionId sent(const std::string& number) {
    const auto answer = run(exchange::send(
        seat_.desk(), request_of(town_, {"send", number, "1", "BUYER", "-"}), seat_.deadline()));
    return std::get<exchange::Accepted>(answer).id;
  }
  std::vector<TransactionId> sent(std::size_t count, const std::string& prefix) {
    std::vector<TransactionId> ids;
    for (std::size_t i = 0; i < count; ++i) ids.push_back(sent(prefix + std::to_string(i)));
    return ids;
  }
  void report(const std::vector<TransactionId>& ids) {
    std::vector<exchange::ReportRequestItem> items;
    for (const TransactionId id : ids) {
      items.push_back({.id = id,
                       .verdict = exchange::Verdict::success,
                       .reason = {},
                       .type = exchange::ErrorType::data,
                       .context = {}});
    }
    const auto answer = run(exchange::report(seat_.desk(), caller_of(*town_.find("BUYER")),
                                             std::move(items), seat_.deadline()));
    CHECK(std::holds_alternative<exchange::ReportsKept>(answer));
  }
  void keep_responses_for(days content, std::optional<days> row = {}) {
    const auto answer = run(exchange::set_retention(
        seat_.desk(), {},
        {{.kind = exchange::Kind::order_response, .content = content, .row = row}},
        seat_.deadline()));
    CHECK(std::holds_alternative<exchange::Changed>(answer));
  }
  void apply_retention() {
    while (run(retention_.go_on(seat_.desk(), seat_.deadline())) != Came::through) continue;
  }
  exchange::Stepped step(std::optional<TransactionId> after = {}) {
    const RetentionWork work{.kinds = {},
                             .created_before = clock_.now() - days(1),
                             .what = Removal::content,
                             .after = after};
    return run(store_.store().step(work, base::limits::background_slice, seat_.deadline()));
  }
  std::optional<exchange::Found> find(TransactionId id) {
    return run(store_.store().find({.id = id, .viewer = {}, .content = exchange::WithContent::no},
                                   seat_.deadline()));
  }
  bool has_content(TransactionId id) { return !find(id)->row->content_removed_at; }

  std::vector<CasePtr> suppliers_cases() {
    return run(store_.store().cases(
                   {.viewer = {.participant = town_.find("SUPPLIER"), .flow = exchange::Flow::live},
                    .status = {},
                    .before = {},
                    .count_max = 100},
                   seat_.deadline()))
        .cases;
  }
  void watch() { run(exchange::watch_overdue(seat_.desk(), seat_.deadline())); }

 protected:
  base::ManualClock clock_{base::instant_of(1'800'000'000'000)};
  ScratchStore store_{clock_};
  Town town_{store_.store(), clock_};
  Seat seat_{town_};
  exchange::RetentionWalk retention_;
};
using Retention = Background;
using Overdue = Background;

TEST_F(Retention, slice_looks_at_so_many_and_the_next_goes_on_behind_them) {
  sent(base::limits::retention_looks + 10, "waits-");
  const auto done = sent(3 * base::limits::background_slice, "done-");
  report(done);
  clock_.advance(days(2));
  const auto first = step();
  EXPECT_EQ(first.count, 0U);
  ASSERT_TRUE(first.more_after);
  const auto second = step(first.more_after);
  EXPECT_EQ(second.count, base::limits::background_slice);
  EXPECT_FALSE(has_content(done.front()));
  EXPECT_TRUE(has_content(done.back()));

  keep_responses_for(days(1));
  apply_retention();
  EXPECT_TRUE(std::ranges::none_of(done, [&](TransactionId id) { return has_content(id); }));
}

TEST_F(Retention, content_goes_and_then_the_row_and_nothing_younger_or_waiting) {
  const auto old = sent(20, "old-");
  const auto waits = sent("waits");
  report(old);
  clock_.advance(days(2));
  const auto young = sent(20, "young-");
  report(young);
  keep_responses_for(days(1), days(3));
  apply_retention();
  for (const TransactionId id : old) EXPECT_FALSE(has_content(id));
  for (const TransactionId id : young) EXPECT_TRUE(has_content(id));
  EXPECT_TRUE(has_content(waits));

  clock_.advance(days(2));
  apply_retention();
  for (const TransactionId id : old) EXPECT_FALSE(find(id));
  for (const TransactionId id : young) EXPECT_FALSE(has_content(id));
  EXPECT_TRUE(has_content(waits));
}

TEST_F(Retention, what_was_waiting_at_one_time_goes_at_the_next) {
  const auto late = sent("late");
  keep_responses_for(days(1));
  clock_.advance(days(2));
  apply_retention();
  EXPECT_TRUE(has_content(late));
  report({late});
  apply_retention();
  EXPECT_FALSE(has_content(late));
}

TEST_F(Overdue, sender_is_told_once_a_day_of_its_oldest_and_of_how_many) {
  const auto waiting = sent(5, "waits-");
  clock_.advance(days(4));
  sent("young");
  watch();
  watch();
  const auto cases = suppliers_cases();
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases.front()->transaction, waiting.front());
  EXPECT_EQ(cases.front()->count, waiting.size());
  clock_.advance(days(1));
  watch();
  EXPECT_EQ(suppliers_cases().size(), 2U);
}

TEST_F(Overdue, who_pulls_is_not_told_of_and_neither_is_what_was_reported) {
  const auto waiting = sent(2, "waits-");
  clock_.advance(days(4));
  const exchange::PullRequest request{
      .caller = caller_of(*town_.find("BUYER")), .kind = {}, .cursor = {}, .wait_until = {}};
  run(exchange::pull(seat_.desk(), request, seat_.deadline()));
  watch();
  EXPECT_TRUE(suppliers_cases().empty());
  report(waiting);
  clock_.advance(days(4));
  watch();
  EXPECT_TRUE(suppliers_cases().empty());
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
