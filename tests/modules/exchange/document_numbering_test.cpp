#include "exchange/administration/document_numbering.hpp"

#include <gtest/gtest.h>

#include "exchange/administration/acts.hpp"
#include "exchange/world.hpp"

// The ranges from which people number their documents.
// Covers contract 14.1, 14.2, 14.3, 14.4, 14.5 and 14.6.
namespace tradepost::exchange::document_numbering_test {
namespace {

class DocumentNumbering : public testing::Test, public World {
 public:
  NumbersAnswer set(std::string prefix, std::optional<std::uint64_t> next = {},
                    std::uint8_t width = 1, Flow flow = Flow::live) {
    NumbersRequest request{
        .kind = Kind::order, .prefix = std::move(prefix), .next = next, .width = width};
    EXPECT_EQ(faults_of(request), std::vector<Finding>());
    return run(set_document_range(desk, caller(buyer, flow), std::move(request), soon()));
  }
  RemovedNumbers remove() {
    return run(remove_document_range(desk, caller(buyer), Kind::order, soon()));
  }
  TakingAnswer taking(Flow flow = Flow::live) {
    return run(take_document_number(desk, caller(buyer, flow), Kind::order, soon()));
  }
  std::string take(Flow flow = Flow::live) {
    const TakingAnswer answer = taking(flow);
    const auto* const taken = std::get_if<TakenNumber>(&answer);
    return taken == nullptr ? "none" : taken->number;
  }
  // Returns the code of the first fault; empty if the range was set.
  static std::string refusal(const NumbersAnswer& answer) {
    const auto* const refused = std::get_if<Refused>(&answer);
    return refused == nullptr ? "" : refused->faults.front().code;
  }
  static std::string fault(std::string prefix) {
    const auto faults = faults_of(
        NumbersRequest{.kind = Kind::order, .prefix = std::move(prefix), .next = {}, .width = 1});
    return faults.empty() ? "" : faults.front().code;
  }
};

TEST_F(DocumentNumbering, number_has_the_prefix_and_at_least_as_many_digits_as_the_width) {
  set("PO-2026-", 998, 5);
  EXPECT_EQ(take(), "PO-2026-00998");
  set("PO-2026-", {}, 3);
  EXPECT_EQ(take(), "PO-2026-999");
  EXPECT_EQ(take(), "PO-2026-1000");
  set("", 20'260'001, 1);
  EXPECT_EQ(take(), "20260001");
}

TEST_F(DocumentNumbering, flow_kind_and_participant_without_a_range_get_no_number) {
  set("PO-", 7);
  EXPECT_TRUE(is<NoRange>(taking(Flow::test)));
  EXPECT_TRUE(is<NoRange>(run(take_document_number(desk, caller(supplier), Kind::order, soon()))));
  EXPECT_TRUE(is<NoRange>(run(take_document_number(desk, caller(buyer), Kind::invoice, soon()))));
  set("PO-", 7, 1, Flow::test);
  EXPECT_EQ(take(Flow::test), "PO-7");
  EXPECT_EQ(take(), "PO-7");
  EXPECT_EQ(document_ranges(desk, caller(buyer)).size(), 1u);
  EXPECT_TRUE(document_ranges(desk, caller(supplier)).empty());
}

TEST_F(DocumentNumbering, prefix_has_visible_signs_and_ends_without_a_digit) {
  for (const std::string good : {"", "A", "INV-2026-", "abcdefghijklmnopqrst"}) {
    EXPECT_EQ(fault(good), "") << good;
  }
  for (const std::string bad : {"A1", "7", "A B", "Ä", "A\n", "abcdefghijklmnopqrstu"}) {
    EXPECT_EQ(fault(bad), "number_range.prefix.malformed") << bad;
  }
}

TEST_F(DocumentNumbering, numbers_of_sent_documents_are_passed_over) {
  set("PO-", 4);
  sent(buyer, order("po-4"));  // search ignores case
  sent(buyer, order("PO-5", 2));
  EXPECT_EQ(take(), "PO-6");
  EXPECT_EQ(take(), "PO-7");
}

TEST_F(DocumentNumbering, range_is_used_up_behind_many_sent_documents_or_the_last_number) {
  set("PO-", 1);
  for (int i = 1; i <= 100; ++i) sent(buyer, order("PO-" + std::to_string(i), i));
  EXPECT_TRUE(is<UsedUp>(taking()));
  set("PO-", 101);
  EXPECT_EQ(take(), "PO-101");
  set("PO-", 999'999'999'999);
  EXPECT_EQ(take(), "PO-999999999999");
  EXPECT_TRUE(is<UsedUp>(taking()));
}

TEST_F(DocumentNumbering, number_that_was_given_is_never_the_next_one_again) {
  set("A-", 10);
  EXPECT_EQ(take(), "A-10");
  EXPECT_EQ(refusal(set("A-", 10)), "number_range.next.given");
  EXPECT_EQ(refusal(set("A-", 9)), "number_range.next.given");
  EXPECT_EQ(refusal(set("B-", 1)), "");
  EXPECT_EQ(take(), "B-1");
  EXPECT_EQ(refusal(set("A-", 10)), "number_range.next.given");
  EXPECT_TRUE(is<DocumentNumbers>(remove()));
  EXPECT_TRUE(is<NoRange>(taking()));
  EXPECT_TRUE(is<Unknown>(remove()));
  EXPECT_EQ(refusal(set("B-", 1)), "number_range.next.given");
  EXPECT_EQ(refusal(set("A-")), "");
  EXPECT_EQ(take(), "A-11");
}

TEST_F(DocumentNumbering, prefixes_that_differ_in_case_only_share_their_numbers) {
  set("INV-", 10);
  EXPECT_EQ(take(), "INV-10");
  EXPECT_EQ(refusal(set("inv-", 10)), "number_range.next.given");
  EXPECT_EQ(refusal(set("inv-")), "");
  EXPECT_EQ(take(), "inv-11");
  EXPECT_EQ(refusal(set("INV-", 11)), "number_range.next.given");
}

TEST_F(DocumentNumbering, next_number_stays_if_a_change_of_the_range_names_none) {
  set("A-", 10);
  set("A-", 5'000);
  set("A-", {}, 6);
  EXPECT_EQ(take(), "A-005000");
  EXPECT_EQ(refusal(set("A-", 4'999)), "number_range.next.given");
}

TEST_F(DocumentNumbering, prefixes_of_a_kind_are_limited) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(refusal(set(std::to_string(i) + "-")), "");
    EXPECT_EQ(take(), std::to_string(i) + "-1");
  }
  EXPECT_EQ(refusal(set("100-")), "number_range.prefix.too_many");
  EXPECT_EQ(refusal(set("42-")), "");
  EXPECT_EQ(take(), "42-2");
}

TEST_F(DocumentNumbering, two_that_know_the_same_directory_get_two_numbers) {
  set("A-", 1);
  LiveDirectory other;
  run(other.catch_up(store(), soon()));
  Desk elsewhere = desk_with(other);
  EXPECT_EQ(take(), "A-1");
  const auto second = run(take_document_number(elsewhere, caller(buyer), Kind::order, soon()));
  ASSERT_TRUE(is<TakenNumber>(second));
  EXPECT_EQ(std::get<TakenNumber>(second).number, "A-2");
}

TEST_F(DocumentNumbering, restored_store_passes_over_numbers_that_it_may_have_given) {
  set("A-", 1);
  EXPECT_EQ(take(), "A-1");
  set("B-", 1);
  restart();
  EXPECT_EQ(refusal(set("A-")), "");
  EXPECT_EQ(take(), "A-2");
  set("B-", 1);
  begin_epoch();
  EXPECT_EQ(take(), "B-1001");
  EXPECT_EQ(take(), "B-1002");
  EXPECT_EQ(refusal(set("A-", 1'002)), "number_range.next.given");
  EXPECT_EQ(refusal(set("A-", 1'003)), "");
}

TEST_F(DocumentNumbering, changes_of_ranges_are_acts_of_the_person_and_takings_are_not) {
  Caller anna = caller(buyer);
  anna.person = PersonId(ids.next());
  NumbersRequest request{.kind = Kind::order, .prefix = "A-", .next = 3, .width = 4};
  run(set_document_range(desk, anna, std::move(request), soon()));
  run(take_document_number(desk, anna, Kind::order, soon()));
  run(remove_document_range(desk, anna, Kind::order, soon()));
  const auto answer = run(acts(desk, operator_id, {.cursor = {}, .count_max = 2}, soon()));
  const auto& found = std::get<DirectoryPage<Act>>(answer).items;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(name_of(found[0].type), "number-range.removed");
  EXPECT_EQ(name_of(found[1].type), "number-range.set");
  EXPECT_EQ(found[1].detail, "LIVE ORDER: A-0003");
  for (const Act& act : found) {
    EXPECT_EQ(act.by, anna.actor());
    EXPECT_EQ(act.subject, buyer.uuid());
  }
}

}  // namespace
}  // namespace tradepost::exchange::document_numbering_test
