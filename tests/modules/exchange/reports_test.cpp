#include <gtest/gtest.h>

#include "exchange/world.hpp"

// Tests of contract 7 and 8.4: reports and cases.
// Covers contract 3.2 and 8.1.
namespace tradepost::exchange::reports_test {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {
 public:
  using Items = std::vector<std::pair<TransactionId, Verdict>>;
  static ReportItem item_of(TransactionId id, Verdict verdict) {
    return {.id = id, .verdict = verdict, .reason = {}, .type = ErrorType::data, .context = {}};
  }
  ReportResult bulk(const Items& verdicts) {
    std::vector<std::optional<ReportItem>> items;
    for (const auto& [id, verdict] : verdicts) items.push_back(item_of(id, verdict));
    return run(exchange::report(desk, caller(supplier), std::move(items), soon()));
  }
  ReportResult report_with(TransactionId id, ReportItem item) {
    item.id = id;
    item.verdict = Verdict::failure;
    return run(exchange::report(desk, caller(supplier), {std::move(item)}, soon()));
  }
  CaseChangeAnswer change(ParticipantId by, CaseRequest request) {
    return run(exchange::change_case(desk, caller(by), std::move(request), soon()));
  }
};
using Reports = Network;
using RepeatedReports = Network;
using BulkReports = Network;
using SenderView = Network;
using Cases = Network;

// Covers contract 7.1.
TEST_F(Reports, texts_that_are_too_long_are_cut_with_an_event) {
  const auto id = sent(buyer, order("1"));
  ReportItem item;
  for (int i = 0; i < 10'001; ++i) item.reason += "ü";
  for (int i = 0; i < 60; ++i) item.context.emplace_back(std::to_string(i), std::string(2000, 'x'));
  ASSERT_TRUE(is<ReportsKept>(report_with(id, item)));
  const auto kept = row(id)->feedback.report;
  EXPECT_EQ(kept->reason.size(), 20'000u);
  EXPECT_EQ(kept->context.size(), 50u);
  EXPECT_EQ(kept->context.front().second.size(), 1'000u);
  EXPECT_EQ(events(buyer, id).back(), "text_cut");
}

// Covers contract 7.2.
TEST_F(RepeatedReports, same_verdict_again_changes_nothing) {
  const auto id = sent(buyer, order("1"));
  EXPECT_EQ(outcome(supplier, id, Verdict::failure), ReportOutcome::done);
  EXPECT_EQ(outcome(supplier, id, Verdict::failure), ReportOutcome::same);
  EXPECT_EQ(cases(buyer).size(), 1u);
}

TEST_F(RepeatedReports, later_success_mends_a_failure) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  EXPECT_EQ(outcome(supplier, id, Verdict::success), ReportOutcome::mended);
  EXPECT_EQ(status(id), Status::success);
  EXPECT_EQ(cases(buyer).front()->resolved_by, ResolvedBy::success);
}

TEST_F(RepeatedReports, success_is_never_taken_back) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::success);
  const auto result = report(supplier, id, Verdict::failure);
  ASSERT_TRUE(is<BadItems>(result));
  EXPECT_EQ(std::get<BadItems>(result).items.front().code, BadItemCode::conflict);
  EXPECT_EQ(status(id), Status::success);
  EXPECT_TRUE(cases(buyer).empty());
}

TEST_F(RepeatedReports, transaction_of_others_is_answered_like_an_unknown_one) {
  const auto id = sent(buyer, order("1"));
  EXPECT_FALSE(outcome(stranger, id, Verdict::success));
  EXPECT_FALSE(outcome(buyer, id, Verdict::success));
  EXPECT_FALSE(outcome(supplier, TransactionId(ids.next()), Verdict::success));
  EXPECT_EQ(status(id), Status::pending);
}

// Covers contract 7.3.
TEST_F(BulkReports, one_bad_item_keeps_none) {
  const auto good = sent(buyer, order("1"));
  const auto result =
      bulk({{good, Verdict::success}, {TransactionId(ids.next()), Verdict::success}});
  ASSERT_TRUE(is<BadItems>(result));
  ASSERT_EQ(std::get<BadItems>(result).items.size(), 1u);
  EXPECT_EQ(std::get<BadItems>(result).items.front().index, 1u);
  EXPECT_EQ(pending(supplier), Ids{good});
}

TEST_F(BulkReports, every_bad_item_is_named_next_to_malformed_ones) {
  const auto processed = sent(buyer, order("1"));
  report(supplier, processed, Verdict::success);
  const std::vector<std::optional<ReportItem>> items{
      std::nullopt, item_of(processed, Verdict::failure),
      item_of(TransactionId(ids.next()), Verdict::success)};
  const auto result = run(exchange::report(desk, caller(supplier), items, soon()));
  ASSERT_TRUE(is<BadItems>(result));
  std::vector<BadItemCode> codes;
  for (const BadItem& item : std::get<BadItems>(result).items) codes.push_back(item.code);
  EXPECT_EQ(codes,
            (std::vector{BadItemCode::malformed, BadItemCode::conflict, BadItemCode::unknown}));
}

TEST_F(BulkReports, superseded_discarded_and_repeated_items_are_not_bad) {
  const auto superseded = sent(buyer, order("1", 1));
  sent(buyer, order("1", 2));
  const auto discarded = sent(buyer, order("2"));
  discard(discarded);
  const auto done = sent(buyer, order("3"));
  report(supplier, done, Verdict::success);
  const auto result = bulk({{superseded, Verdict::success},
                            {discarded, Verdict::failure},
                            {done, Verdict::success},
                            {done, Verdict::success}});
  ASSERT_TRUE(is<ReportsKept>(result));
  EXPECT_EQ(status(discarded), Status::dropped);
}

TEST_F(BulkReports, contradiction_within_a_bulk_is_bad) {
  const auto id = sent(buyer, order("1"));
  const auto result = bulk({{id, Verdict::success}, {id, Verdict::failure}});
  ASSERT_TRUE(is<BadItems>(result));
  EXPECT_EQ(std::get<BadItems>(result).items.front().index, 1u);
  EXPECT_EQ(status(id), Status::pending);
}

// Covers contract 7.4.
TEST_F(SenderView, sender_sees_the_report_at_once) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  const auto shown = find(buyer, id);
  ASSERT_TRUE(shown && shown->row->feedback.report);
  EXPECT_EQ(shown->row->feedback.report->reason, "GTIN unknown");
  EXPECT_EQ(events(buyer, id).back(), "reported");
}

// Covers contract 8.4.
TEST_F(Cases, failure_is_a_case_of_both_sides_only) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  ASSERT_EQ(cases(buyer).size(), 1u);
  ASSERT_EQ(cases(supplier).size(), 1u);
  EXPECT_TRUE(cases(stranger).empty());
  const CaseId case_id = cases(buyer).front()->id;
  EXPECT_FALSE(run(find_case(desk, caller(stranger), case_id, soon())));
  EXPECT_TRUE(is<Unknown>(
      change(stranger,
             {.id = case_id, .revision = {}, .comment = "mine?", .status = CaseStatus::resolved})));
}

TEST_F(Cases, data_starts_with_the_sender_and_internal_with_the_recipient) {
  const auto first = sent(buyer, order("1"));
  report(supplier, first, Verdict::failure);
  EXPECT_EQ(cases(buyer).front()->turn, Turn::sender);
  const auto second = sent(buyer, order("2"));
  ReportItem item;
  item.type = ErrorType::internal;
  report_with(second, item);
  EXPECT_EQ(cases(buyer).front()->turn, Turn::recipient);
}

TEST_F(Cases, both_may_comment_resolve_and_reopen) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  const CaseId case_id = cases(buyer).front()->id;
  change(buyer, {.id = case_id, .revision = {}, .comment = "which GTIN?", .status = {}});
  EXPECT_EQ(cases(supplier).front()->turn, Turn::recipient);
  change(supplier, {.id = case_id, .revision = {}, .comment = {}, .status = CaseStatus::resolved});
  EXPECT_EQ(cases(buyer).front()->resolved_by, ResolvedBy::person);
  change(buyer, {.id = case_id, .revision = {}, .comment = {}, .status = CaseStatus::open});
  EXPECT_EQ(cases(supplier).front()->status, CaseStatus::open);
  EXPECT_EQ(run(find_case(desk, caller(supplier), case_id, soon()))->comments.size(), 1u);
}

TEST_F(Cases, change_of_a_case_that_has_changed_since_is_refused) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  const CasePtr seen = cases(buyer).front();
  change(supplier, {.id = seen->id, .revision = {}, .comment = "done", .status = {}});
  EXPECT_TRUE(is<RevisionConflict>(change(buyer, {.id = seen->id,
                                                  .revision = seen->revision,
                                                  .comment = {},
                                                  .status = CaseStatus::resolved})));
}

TEST_F(Cases, newer_version_resolves_the_case_and_says_so) {
  const auto id = sent(buyer, order("1", 1));
  report(supplier, id, Verdict::failure);
  sent(buyer, order("1", 2));
  EXPECT_EQ(cases(buyer).front()->status, CaseStatus::resolved);
  EXPECT_EQ(cases(buyer).front()->resolved_by, ResolvedBy::newer_version);
}

TEST_F(Cases, posted_error_is_the_reporters_own) {
  ErrorRequest request;
  request.caller = caller(supplier);
  request.reason = "order 4711 is missing";
  request.transaction_identifier = "4711";
  ASSERT_TRUE(is<CaseOpened>(run(post_error(desk, request, soon()))));
  EXPECT_EQ(cases(supplier).size(), 1u);
  EXPECT_TRUE(cases(buyer).empty());
}

}  // namespace
}  // namespace tradepost::exchange::reports_test
