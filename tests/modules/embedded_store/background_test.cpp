// Background work of an exchange on the embedded store: slices that end and continue.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/ground/limits.hpp"
#include "embedded_store/trading.hpp"
#include "exchange/administration/background.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/trade/send.hpp"
#include "journal/disk/posix_folder.hpp"
#include "scratch_store/scratch_store.hpp"

// Covers contract 8.5 and 8.6.
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
    std::vector<std::optional<exchange::ReportItem>> items;
    for (const TransactionId id : ids) {
      items.push_back(exchange::ReportItem{.id = id,
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
  bool has_content(TransactionId id) { return !find(id)->row->content.removed_at; }

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

// Moves BUYER's identifier to HEIR, with its pending documents.
class Intents : public Background {
 public:
  Intents() {
    exchange::ParticipantRequest request{.name = "HEIR",
                                         .identifiers = {{exchange::Domain::gs1, "HEIR"}},
                                         .requirements = {},
                                         .agents = {}};
    run(exchange::add_participant(seat_.desk(), {}, std::move(request), seat_.deadline()));
  }

  std::uint64_t take(const std::string& identifier) {
    exchange::ParticipantEdit edit{
        .id = *town_.find("HEIR"),
        .name = {},
        .identifiers = {},
        .add_identifiers = {{.domain = exchange::Domain::gs1, .text = identifier}},
        .remove_identifiers = {},
        .requirements = {},
        .agents = {},
        .take = exchange::TakePending::yes};
    const auto answer =
        run(exchange::edit_participant(seat_.desk(), {}, std::move(edit), seat_.deadline()));
    return std::get<exchange::ParticipantEdited>(answer).pending_elsewhere;
  }
  void add_identifier(const std::string& name, const std::string& identifier) {
    exchange::ParticipantEdit edit{
        .id = *town_.find(name),
        .name = {},
        .identifiers = {},
        .add_identifiers = {{.domain = exchange::Domain::gs1, .text = identifier}},
        .remove_identifiers = {},
        .requirements = {},
        .agents = {}};
    run(exchange::edit_participant(seat_.desk(), {}, std::move(edit), seat_.deadline()));
  }
  base::Result<exchange::CloseAnswer> close(const std::string& name) {
    return seat_.run(exchange::close_participant(seat_.desk(), {}, *town_.find(name),
                                                 exchange::OnPending::fail, seat_.deadline()));
  }
  TransactionId sent_to(const std::string& identifier, const std::string& number) {
    const auto answer = run(exchange::send(
        seat_.desk(), request_of(town_, {"send", number, "1", identifier, "-"}), seat_.deadline()));
    return std::get<exchange::Accepted>(answer).id;
  }
  std::vector<TransactionId> pending_of(exchange::ParticipantId who) {
    std::vector<TransactionId> ids;
    exchange::PullRequest request{.caller = caller_of(who),
                                  .kind = {},
                                  .cursor = {},
                                  .count_max = base::limits::page_items_max};
    while (true) {
      const auto answer = run(exchange::pull(seat_.desk(), request, seat_.deadline()));
      const auto& page = std::get<exchange::IncomingPage>(answer);
      for (const auto& item : page.items) ids.push_back(item.row->id);
      if (!page.next) return ids;
      request.cursor = page.next;
    }
  }
  // Returns the number of effects of this type in each slice of an intent.
  template <typename Kind>
  std::vector<std::size_t> slices_of() {
    std::vector<std::size_t> slices;
    std::size_t in_slice = 0;
    std::uint64_t after = 0;
    for (bool more = true; more;) {
      const auto page = run(store_.store().effects(after, 1'000, seat_.deadline()));
      for (const auto& [sequence, effect] : page.effects) {
        after = sequence;
        in_slice += std::holds_alternative<Kind>(effect) ? 1 : 0;
        if (std::holds_alternative<exchange::IntentStepped>(effect))
          slices.push_back(std::exchange(in_slice, 0));
      }
      more = page.more;
    }
    return slices;
  }
};

using Retention = Background;
using Overdue = Background;

TEST_F(Retention, slice_reads_its_limit_and_the_next_continues_after_it) {
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

TEST_F(Retention, waiting_document_is_removed_by_the_run_after_its_report) {
  const auto late = sent("late");
  keep_responses_for(days(1));
  clock_.advance(days(2));
  apply_retention();
  EXPECT_TRUE(has_content(late));
  report({late});
  apply_retention();
  EXPECT_FALSE(has_content(late));
}

TEST_F(Intents, taken_documents_move_in_small_slices_and_in_order) {
  const auto all = sent(5 * base::limits::background_slice + 3, "taken-");
  const auto buyer = *town_.find("BUYER");
  EXPECT_EQ(take("BUYER"), all.size());
  EXPECT_EQ(pending_of(*town_.find("HEIR")), all);
  EXPECT_TRUE(pending_of(buyer).empty());
  const auto slices = slices_of<exchange::Moved>();
  EXPECT_EQ(slices.size(), 6U);
  EXPECT_EQ(std::ranges::max(slices), base::limits::background_slice);
}

TEST_F(Intents, few_that_are_taken_are_found_among_many_that_stay) {
  add_identifier("BUYER", "BRANCH");
  std::vector<TransactionId> taken;
  std::vector<TransactionId> stay;
  const std::size_t between = base::limits::intent_looks / 2 + 10;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto name = std::to_string(i);
    const auto some = sent(between, "stays-" + name + "-");
    stay.insert(stay.end(), some.begin(), some.end());
    taken.push_back(sent_to("BRANCH", "goes-" + name));
  }
  EXPECT_EQ(take("BRANCH"), taken.size());
  EXPECT_EQ(pending_of(*town_.find("HEIR")), taken);
  EXPECT_EQ(pending_of(*town_.find("BUYER")), stay);
  // The slices read each transaction of the queue once.
  EXPECT_EQ(slices_of<exchange::Moved>().size(),
            4 * (between + 1) / base::limits::intent_looks + 1);
}

TEST_F(Intents, closing_ends_with_its_process_and_is_gone_on_with) {
  const auto all = sent(3 * base::limits::background_slice, "fails-");
  store_.store().end_waits();
  const auto closed = close("BUYER");
  EXPECT_TRUE(closed || closed.error().code() == base::ErrorCode::unavailable);
  store_.reopen();
  Town town{store_.store(), clock_};
  Seat seat{town};
  const auto done = seat.run(exchange::finish_intents(seat.desk(), seat.deadline()));
  ASSERT_TRUE(done);
  for (const TransactionId id : all) {
    const exchange::FindQuery query{.id = id, .viewer = {}, .content = exchange::WithContent::no};
    const auto found = seat.run(store_.store().find(query, seat.deadline()));
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->row->state, exchange::State::failed);
  }
}

TEST_F(Intents, waiting_callers_do_not_delay_the_end) {
  sent(2'000, "fails-");
  std::atomic<bool> is_answered = false;
  std::jthread closing([&] {
    Seat seat(town_);
    CHECK(seat.run(town_.directory.catch_up(store_.store(), seat.deadline())).has_value());
    const auto closed = seat.run(exchange::close_participant(
        seat.desk(), {}, *town_.find("BUYER"), exchange::OnPending::fail, seat.deadline()));
    EXPECT_TRUE(closed || closed.error().code() == base::ErrorCode::unavailable);
    is_answered = true;
  });
  while (!is_answered && run(store_.store().intents(seat_.deadline())).empty()) continue;
  store_.store().end_waits();
  closing.join();
  const auto left = run(store_.store().intents(seat_.deadline()));
  store_.reopen();
  std::printf("%zu intents under way at the end\n", left.size());
}

TEST_F(Overdue, second_at_a_wrong_time_hides_no_overdue_recipient) {
  const auto wrong = std::chrono::milliseconds(std::chrono::years(2));
  clock_.advance(wrong);
  sent("ahead");
  const exchange::PullRequest request{
      .caller = caller_of(*town_.find("BUYER")), .kind = {}, .cursor = {}};
  run(exchange::pull(seat_.desk(), request, seat_.deadline()));
  clock_.advance(-wrong);
  const auto waits = sent("waits");
  clock_.advance(days(4));
  watch();
  const auto cases = suppliers_cases();
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases.front()->transaction, waits);
  EXPECT_EQ(store_.store().figures().clock_falls, 1U);
}

TEST_F(Overdue, sender_gets_one_case_a_day_with_its_oldest_and_the_count) {
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

TEST_F(Overdue, recipient_that_polls_gets_no_case_and_neither_does_a_reported_document) {
  const auto waiting = sent(2, "waits-");
  clock_.advance(days(4));
  const exchange::PullRequest request{
      .caller = caller_of(*town_.find("BUYER")), .kind = {}, .cursor = {}};
  run(exchange::pull(seat_.desk(), request, seat_.deadline()));
  watch();
  EXPECT_TRUE(suppliers_cases().empty());
  report(waiting);
  clock_.advance(days(4));
  watch();
  EXPECT_TRUE(suppliers_cases().empty());
}

// The store reads the whole journal again, because its index is gone.
TEST(Start, that_is_stopped_ends_and_the_next_has_everything) {
  const base::SystemClock clock;
  ScratchStore scratch(clock);
  Town town{scratch.store(), clock};
  ASSERT_TRUE(found(town));
  scratch.close();
  std::filesystem::remove_all(scratch.folder().index_path());
  const auto folder =
      journal::open_posix_folder(scratch.folder().path() + "/journal", journal::Missing::refuse);
  ASSERT_TRUE(folder);
  base::SystemRandom random;
  int asked = 0;
  const auto opened = EmbeddedStore::open({.folder = **folder,
                                           .index_folder = scratch.folder().index_path(),
                                           .clock = clock,
                                           .random = random,
                                           .on_failure = [](const base::Error&) {},
                                           .watch = {.is_to_end = [&] { return ++asked == 2; }}},
                                          small_options());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), base::ErrorCode::unavailable);
  EXPECT_EQ(asked, 2);
  scratch.open();
  Town again{scratch.store(), clock};
  ASSERT_TRUE(found(again));
  EXPECT_EQ(again.directory.current()->participants().size(), 3U);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
