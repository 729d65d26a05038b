// The numbering of transport units at sending.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exchange/administration/number_ranges.hpp"
#include "exchange/model/units.hpp"
#include "exchange/trade/requeueing.hpp"
#include "exchange/views/history.hpp"
#include "exchange/world.hpp"
#include "gs1/check_digit.hpp"

// Covers contract 1.1, 2.6, 10.1 and 10.3.
namespace tradepost::exchange {
namespace {

// Returns a unit with this quantity of an article, and further fields.
std::string unit(int quantity, std::string_view more = "") {
  return fmt::format(R"({{"items":[{{"lineNumber":1,"identifiers":[{{"identifier":"a"}}],)"
                     R"("isDepositItem":false,"orderedQuantity":{0},"shippedQuantity":{0}}}]{1}}})",
                     quantity, more);
}
std::string with_sscc(int quantity, std::string_view sscc) {
  return unit(quantity, fmt::format(R"(,"unitIdentifier":"{}")", sscc));
}

std::string notice(std::string_view number, const std::vector<std::string>& units,
                   std::string_view more = "") {
  return fmt::format(
      R"({{"type":"SHIPPING_NOTICE","content":{{"header":{{"shippingNoticeIdentifier":"{}",)"
      R"("shippingNoticeDate":"2026-03-05","orderIdentifier":"B1","supplier":{},"buyer":{}{}}},)"
      R"("transportUnits":[{}]}}}})",
      number, party(supplier_gln), party(buyer_gln), more, fmt::join(units, ","));
}

using Texts = std::vector<std::string>;

class Numbering : public testing::Test, public World {
 public:
  void add_one(std::optional<ParticipantId> participant, std::string prefix, std::uint64_t next,
               std::uint64_t end, Flow flow = Flow::live) {
    RangeRequest request{.participant = participant,
                         .flow = flow,
                         .prefix = std::move(prefix),
                         .next = next,
                         .end = end};
    ASSERT_TRUE(is<NumberRange>(run(add_range(desk, operator_id, std::move(request), soon()))));
  }
  // Returns the numbers without their check digits; "" for a unit without number.
  Texts numbers(TransactionId id) {
    Texts all;
    const TransactionPtr kept = row(id);
    for (const Unit& one : kept->units) {
      const std::string sscc = sscc_of(one).value_or("");
      const bool is_right = gs1::verify_sscc(sscc) == gs1::CheckDigit::right;
      EXPECT_TRUE(sscc.empty() || is_right) << sscc;
      all.push_back(sscc.substr(0, sscc.empty() ? 0 : 17));
    }
    return all;
  }
  Texts sent_numbers(std::string body) { return numbers(sent(supplier, std::move(body))); }
  // Returns each warning as "code at path".
  Texts warnings(TransactionId id) {
    Texts all;
    const TransactionPtr kept = row(id);
    for (const Finding& warning : kept->warnings) {
      all.push_back(warning.code + " at " + warning.path);
    }
    return all;
  }
};

TEST_F(Numbering, units_without_a_number_are_given_the_next_ones_in_order) {
  add_one(supplier, "39521001", 5, 1'000'000);
  EXPECT_EQ(sent_numbers(notice("1", {unit(1), unit(2)})),
            (Texts{"39521001000000005", "39521001000000006"}));
  restart();
  EXPECT_EQ(sent_numbers(notice("2", {unit(3, R"(,"transportUnits":[)" + unit(4) + "]"), unit(5)})),
            (Texts{"39521001000000007", "39521001000000008", "39521001000000009"}));
}

TEST_F(Numbering, unit_keeps_its_own_and_one_that_is_no_sscc_is_left_as_it_is) {
  add_one(supplier, "39521001", 0, 1'000'000);
  const auto id = sent(
      supplier, notice("1", {with_sscc(1, "395210029999999999"), with_sscc(2, "NVE 7"), unit(3)}));
  EXPECT_EQ(numbers(id), (Texts{"39521002999999999", "", "39521001000000000"}));
  EXPECT_EQ(row(id)->units[1].numbering, UnitNumbering::other);
  EXPECT_EQ(warnings(id), Texts());
}

TEST_F(Numbering, dispatch_instruction_response_has_units_too_and_a_receival_notice_none) {
  add_one(buyer, "39521001", 0, 1'000'000);
  const auto id = sent(buyer, warehouse_response("1", 0, 1));
  EXPECT_EQ(numbers(id), (Texts{"39521001000000000"}));
}

TEST_F(Numbering, ranges_are_used_in_the_order_in_which_they_were_made_and_then_the_networks) {
  add_one(std::nullopt, "39529999", 0, 1'000'000);
  add_one(supplier, "39521002", 0, 2);
  add_one(supplier, "39521001", 0, 1);
  add_one(buyer, "39521003", 0, 100);
  EXPECT_EQ(
      sent_numbers(notice("1", {unit(1), unit(2), unit(3), unit(4)})),
      (Texts{"39521002000000000", "39521002000000001", "39521001000000000", "39529999000000000"}));
}

TEST_F(Numbering, each_flow_has_its_own_ranges) {
  add_one(supplier, "39521001", 0, 1'000'000, Flow::test);
  EXPECT_EQ(sent_numbers(notice("1", {unit(1)})), Texts{""});
  const auto in_tests =
      id_of(send(supplier, notice("1", {unit(1)}), {.flow = Flow::test, .key = {}}));
  const auto found = find(supplier, in_tests, Flow::test);
  ASSERT_TRUE(found);
  EXPECT_EQ(sscc_of(found->row->units.at(0)).value_or("").substr(0, 8), "39521001");
}

TEST_F(Numbering, without_a_range_there_is_no_number_and_a_warning_at_the_unit) {
  const auto id = sent(supplier, notice("1", {unit(1, R"(,"transportUnits":[)" + unit(2) + "]"),
                                              with_sscc(3, "395210029999999999")}));
  EXPECT_EQ(numbers(id), (Texts{"", "", "39521002999999999"}));
  EXPECT_EQ(warnings(id),
            (Texts{"shipping_notice.transportUnit.without_number at content.transportUnits.0",
                   "shipping_notice.transportUnit.transportUnit.without_number at "
                   "content.transportUnits.0.transportUnits.0"}));
}

TEST_F(Numbering, unit_that_did_not_change_keeps_its_number_in_a_new_version) {
  add_one(supplier, "39521001", 0, 1'000'000);
  EXPECT_EQ(
      sent_numbers(notice("1", {unit(1), unit(1), unit(2), unit(3)})),
      (Texts{"39521001000000000", "39521001000000001", "39521001000000002", "39521001000000003"}));
  // Each number is used once, in order, wherever its unit is now; and again in the next version.
  EXPECT_EQ(sent_numbers(notice("1", {unit(3), unit(1), unit(4), unit(1), unit(1)})),
            (Texts{"39521001000000003", "39521001000000000", "39521001000000004",
                   "39521001000000001", "39521001000000005"}));
  EXPECT_EQ(sent_numbers(notice("1", {unit(4)})), (Texts{"39521001000000004"}));
  // Only the numbers of the previous version are reused.
  EXPECT_EQ(sent_numbers(notice("1", {unit(3)})), (Texts{"39521001000000006"}));
  // Another document gets new numbers.
  EXPECT_EQ(sent_numbers(notice("2", {unit(3)})), (Texts{"39521001000000007"}));
}

TEST_F(Numbering, refused_and_repeated_requests_take_no_number) {
  add_one(supplier, "39521001", 0, 1'000'000);
  const std::string body = notice("1", {unit(1)});
  const auto id = id_of(send(supplier, body, {.flow = Flow::live, .key = "K"}));
  EXPECT_EQ(id_of(send(supplier, body, {.flow = Flow::live, .key = "K"})), id);
  EXPECT_TRUE(is<Duplicate>(send(supplier, body)));
  EXPECT_TRUE(is<Refused>(send(supplier, notice("2", {"{}"}))));
  SendRequest asked{
      .caller = caller(supplier), .body = bytes_of(notice("3", {unit(1)})), .key = {}};
  const auto judged = run(validate(desk, std::move(asked), soon()));
  ASSERT_TRUE(is<Validation>(judged));
  EXPECT_TRUE(std::get<Validation>(judged).valid());
  EXPECT_EQ(sent_numbers(notice("4", {unit(1)})), (Texts{"39521001000000001"}));
}

TEST_F(Numbering, second_attempt_to_send_has_the_units_of_the_first) {
  LiveDirectory behind;
  run(behind.catch_up(store(), soon()));
  Desk late = desk_with(behind);
  add_one(supplier, "39521001", 0, 1'000'000);
  relate(supplier, buyer, RelationshipStatus::active, KindSet({Kind::shipping_notice}));
  SendRequest request{
      .caller = caller(supplier), .body = bytes_of(notice("1", {unit(1), unit(2)})), .key = {}};
  const auto id = id_of(run(exchange::send(late, std::move(request), soon())));
  EXPECT_EQ(numbers(id), (Texts{"39521001000000000", "39521001000000001"}));
}

TEST_F(Numbering, held_document_has_its_numbers_and_keeps_them_when_it_is_released) {
  add_one(stranger, "39521001", 0, 1'000'000);
  std::string body = notice("1", {unit(1)});
  body.replace(body.find(supplier_gln), supplier_gln.size(), stranger_gln);
  const auto answer = send(stranger, body);
  ASSERT_TRUE(is<HeldBack>(answer));
  const auto id = id_of(answer);
  EXPECT_EQ(numbers(id), (Texts{"39521001000000000"}));
  relate(stranger, buyer, RelationshipStatus::active);
  EXPECT_EQ(pending(buyer), std::vector{id});
  EXPECT_EQ(numbers(id), (Texts{"39521001000000000"}));
}

TEST_F(Numbering, requeued_document_has_the_numbers_of_the_one_before) {
  add_one(supplier, "39521001", 0, 1'000'000);
  const auto first = sent(supplier, notice("1", {unit(1), unit(2)}));
  report(buyer, first, Verdict::failure);
  const auto answer = requeue(supplier, first);
  ASSERT_TRUE(is<Requeued>(answer));
  const auto again = std::get<Requeued>(answer).id;
  EXPECT_EQ(row(again)->units, row(first)->units);
  EXPECT_EQ(sent_numbers(notice("2", {unit(1)})), (Texts{"39521001000000002"}));
}

TEST_F(Numbering, number_that_another_unit_has_for_its_own_is_passed_over) {
  add_one(supplier, "39521001", 0, 1'000'000);
  const auto id =
      sent(supplier, notice("1", {unit(1), with_sscc(2, sscc_text(39521001000000001)), unit(3)}));
  EXPECT_EQ(numbers(id), (Texts{"39521001000000000", "39521001000000001", "39521001000000002"}));
  EXPECT_EQ(warnings(id), Texts());
}

TEST_F(Numbering, own_number_out_of_a_range_that_is_still_given_is_a_warning) {
  add_one(supplier, "39521001", 0, 1'000'000);
  const auto id = sent(supplier, notice("1", {with_sscc(2, sscc_text(39521001000000007))}));
  EXPECT_EQ(warnings(id), (Texts{"shipping_notice.transportUnit.unitIdentifier.in_a_range at "
                                 "content.transportUnits.0.unitIdentifier"}));
}

TEST_F(Numbering, same_number_on_two_units_is_a_warning) {
  const auto id =
      sent(supplier,
           notice("1", {with_sscc(1, "395210029999999999"), with_sscc(2, "395210029999999999")}));
  EXPECT_EQ(warnings(id), (Texts{"shipping_notice.transportUnit.unitIdentifier.repeated at "
                                 "content.transportUnits.1.unitIdentifier"}));
}

TEST_F(Numbering, number_of_other_content_in_the_version_before_is_a_warning) {
  sent(supplier, notice("1", {with_sscc(1, "395210029999999999")}));
  const auto same = sent(supplier, notice("1", {with_sscc(1, "395210029999999999"), unit(9)}));
  EXPECT_EQ(warnings(same),
            (Texts{"shipping_notice.transportUnit.without_number at content.transportUnits.1"}));
  const auto other = sent(supplier, notice("1", {with_sscc(2, "395210029999999999")}));
  EXPECT_EQ(warnings(other), (Texts{"shipping_notice.transportUnit.unitIdentifier.other_content at "
                                    "content.transportUnits.0.unitIdentifier"}));
}

TEST_F(Numbering, number_of_a_unit_of_another_document_is_a_warning) {
  const std::string sscc = "395210029999999999";
  const Texts of_other{
      "shipping_notice.transportUnit.unitIdentifier.of_other_document at "
      "content.transportUnits.0.unitIdentifier"};
  EXPECT_EQ(warnings(sent(supplier, notice("1", {with_sscc(1, sscc)}))), Texts());
  const auto other = sent(supplier, notice("2", {with_sscc(1, sscc)}));
  EXPECT_EQ(warnings(other), of_other);
  EXPECT_EQ(row(other)->warnings[0].message, "A unit of your document 1 has the same SSCC.");
  restart();
  // The newest use counts: each of the two documents has taken the number from the other.
  EXPECT_EQ(warnings(sent(supplier, notice("1", {with_sscc(1, sscc), with_sscc(2, "NVE 7")}))),
            of_other);
  EXPECT_EQ(warnings(sent(supplier, notice("1", {with_sscc(1, sscc), with_sscc(2, "NVE 8")}))),
            Texts());
}

TEST_F(Numbering, number_that_was_given_in_another_document_is_a_warning) {
  add_one(supplier, "39521001", 0, 1'000'000);
  const auto first = sent(supplier, notice("1", {unit(1)}));
  const auto given = sscc_of(row(first)->units.at(0)).value_or("");
  EXPECT_EQ(warnings(sent(supplier, notice("2", {with_sscc(1, given)}))),
            (Texts{"shipping_notice.transportUnit.unitIdentifier.of_other_document at "
                   "content.transportUnits.0.unitIdentifier"}));
}

// A pallet travels on: any recipient may send a notice with its number.
TEST_F(Numbering, number_of_what_others_sent_or_of_another_flow_or_kind_is_no_warning) {
  const std::string sscc = "395210029999999999";
  sent(supplier, notice("1", {with_sscc(1, sscc)}));
  std::string body = notice("2", {with_sscc(1, sscc)});
  const auto turn = [&body](std::string_view from, std::string_view to) {
    body.replace(body.find(from), from.size(), to);
  };
  turn(supplier_gln, "x");
  turn(buyer_gln, supplier_gln);
  turn("\"x\"", fmt::format("\"{}\"", buyer_gln));
  EXPECT_EQ(warnings(sent(buyer, body)), Texts());
  const auto in_tests =
      id_of(send(supplier, notice("3", {with_sscc(1, sscc)}), {.flow = Flow::test, .key = {}}));
  EXPECT_EQ(find(supplier, in_tests, Flow::test)->row->warnings, Warnings());
}

TEST_F(Numbering, newest_document_with_a_number_is_found_by_who_sees_it) {
  const std::string sscc = "395210029999999999";
  const auto number = sscc_number(sscc).value();
  const auto found_by = [&](ParticipantId participant) {
    const auto found = run(find_by_sscc(desk, caller(participant), number, soon()));
    return found ? std::optional(found->row->id) : std::nullopt;
  };
  EXPECT_EQ(found_by(supplier), std::nullopt);
  const auto first = sent(supplier, notice("1", {unit(2), with_sscc(1, sscc)}));
  EXPECT_EQ(found_by(supplier), first);
  EXPECT_EQ(found_by(buyer), first);
  EXPECT_EQ(found_by(stranger), std::nullopt);
  // Only the sender may know of a held document.
  std::string body = notice("2", {with_sscc(1, sscc)});
  body.replace(body.find(buyer_gln), std::string_view(buyer_gln).size(), stranger_gln);
  const auto held = id_of(send(supplier, body));
  EXPECT_EQ(found_by(supplier), held);
  EXPECT_EQ(found_by(buyer), first);
  EXPECT_EQ(found_by(stranger), std::nullopt);
  relate(supplier, stranger, RelationshipStatus::active);
  EXPECT_EQ(found_by(stranger), held);
  restart();
  EXPECT_EQ(found_by(buyer), first);
}

TEST_F(Numbering, filter_by_sscc_lists_what_has_it_newest_first_for_who_sees_it) {
  const std::string sscc = "395210029999999999";
  HistoryFilter filter;
  filter.sscc = sscc_number(sscc).value();
  EXPECT_EQ(history(supplier, filter), (std::vector<TransactionId>{}));
  const auto first = sent(supplier, notice("1", {unit(2), with_sscc(1, sscc)}));
  sent(supplier, notice("2", {with_sscc(1, "395210039999999998")}));
  const auto last = sent(supplier, notice("3", {with_sscc(1, sscc)}));
  EXPECT_EQ(history(supplier, filter), (std::vector<TransactionId>{last, first}));
  EXPECT_EQ(history(buyer, filter), (std::vector<TransactionId>{last, first}));
  EXPECT_TRUE(history(stranger, filter).empty());
  filter.number = "1";
  EXPECT_EQ(history(buyer, filter), (std::vector<TransactionId>{first}));
  filter.kind = Kind::dispatch_instruction_response;
  EXPECT_TRUE(history(buyer, filter).empty());
}

TEST_F(Numbering, ranges_that_are_nearly_used_up_are_a_warning) {
  add_one(supplier, "39521001", 0, 10);
  add_one(supplier, "39521002", 0, 10);
  add_one(std::nullopt, "39529999", 0, 1'000'000);
  for (int i = 0; i < 18; ++i) {
    EXPECT_EQ(warnings(sent(supplier, notice(fmt::format("{}", i), {unit(1)}))), Texts()) << i;
  }
  const Texts few{"shipping_notice.transportUnits.few_numbers_left at content.transportUnits"};
  EXPECT_EQ(warnings(sent(supplier, notice("19", {unit(1)}))), few);
  // The warning concerns the sender's own ranges, even if the network's range has numbers.
  EXPECT_EQ(warnings(sent(supplier, notice("20", {unit(1), unit(2)}))), few);
  EXPECT_EQ(warnings(sent(supplier, notice("21", {with_sscc(1, "395210039999999998")}))), Texts());
}

TEST_F(Numbering, units_beyond_the_bound_have_no_number_and_the_sender_is_warned) {
  add_one(buyer, "39521001", 0, 1'000'000);
  std::string body = warehouse_response("1", 0, 1);
  std::string more;
  for (std::size_t i = 0; i < base::limits::units_numbered_max; ++i) more += R"(,{"items":[{}]})";
  body.insert(body.size() - 3, more);
  const auto id = sent(buyer, body);
  EXPECT_EQ(row(id)->units.size(), base::limits::units_numbered_max);
  EXPECT_EQ(warnings(id), (Texts{"dispatch_instruction_response.transportUnits.too_many at "
                                 "content.transportUnits"}));
}

}  // namespace
}  // namespace tradepost::exchange
