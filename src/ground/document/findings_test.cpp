// Tests contract 4.2: every fault is found, and the first 1,000 are named, in the order of the
// document. It also tests the conditions of contract 4.1 for reading a body at all.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

bool in_order_of_offset(const Findings& findings) {
  return std::ranges::is_sorted(findings.named(), {}, &Finding::offset);
}

std::string order_with_items(std::size_t count, std::string_view item) {
  auto items = repeated(std::string(item) + ",", count);
  items.back() = ']';
  return changed(good(Kind::order), Change{"content.items", "[" + items});
}

// Covers contract 4.2.
TEST(Findings, a_thousand_faults_are_named_and_all_are_counted) {
  const auto body = order_with_items(1000, R"({"quantity":"1","unitPrice":"2","size":3})");
  const auto reading = Reader().read(body);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->faults.count(), 3000u);
  EXPECT_EQ(reading->faults.named().size(), 1000u);
  EXPECT_EQ(reading->faults.named()[0].path, "content.items.0.quantity");
  EXPECT_EQ(reading->faults.named()[1].path, "content.items.0.unitPrice");
  EXPECT_EQ(reading->faults.named()[999].path, "content.items.333.quantity");
}

TEST(Findings, thousand_faults_exactly_are_all_named) {
  const auto body = order_with_items(1000, R"({"quantity":"1"})");
  const auto reading = Reader().read(body);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->faults.count(), 1000u);
  EXPECT_EQ(reading->faults.named().size(), 1000u);
}

TEST(Findings, a_hundred_warnings_are_named_and_all_are_counted) {
  const auto body = order_with_items(250, R"({"originCountryCode":"?"})");
  const auto reading = Reader().read(body);
  ASSERT_TRUE(reading);
  EXPECT_TRUE(reading->valid());
  EXPECT_EQ(reading->warnings.count(), 250u);
  EXPECT_EQ(reading->warnings.named().size(), 100u);
}

TEST(Findings, faults_stand_in_the_order_of_the_document) {
  // A missing field is only known when its object closes; its fault is at the object's beginning.
  EXPECT_EQ(faults_of(R"({"content":{"summary":{"tax":{"items":1}},"items":[{"tax":1}],)"
                      R"("header":{"orderDate":"x","buyer":{}}},"type":"ORDER"})"),
            (Found{"order.summary.dueAmount.missing at content.summary.dueAmount",
                   "order.summary.tax.total.missing at content.summary.tax.total",
                   "order.summary.tax.items.wrong_type at content.summary.tax.items",
                   "order.item.tax.wrong_type at content.items.0.tax",
                   "order.header.supplier.missing at content.header.supplier",
                   "order.header.orderIdentifier.missing at content.header.orderIdentifier",
                   "order.header.orderDate.not_a_datetime at content.header.orderDate",
                   "order.header.buyer.identifiers.missing at content.header.buyer.identifiers"}));
}

TEST(Findings, findings_of_every_example_stand_in_order_and_point_into_the_body) {
  for (const auto& kind : kinds()) {
    for (const std::string_view name : {"faulty_many", "warnings"}) {
      const auto body = example(kind.kind, name);
      const auto reading = Reader().read(body);
      ASSERT_TRUE(reading);
      EXPECT_TRUE(in_order_of_offset(reading->faults)) << kind.name;
      EXPECT_TRUE(in_order_of_offset(reading->warnings)) << kind.name;
      for (const auto& fault : reading->faults.named()) {
        ASSERT_LT(fault.offset, body.size());
        EXPECT_FALSE(std::string_view(":,]} \n").contains(body[fault.offset])) << fault.path;
        EXPECT_TRUE(fault.code.starts_with(kind.word)) << fault.code;
        EXPECT_TRUE(fault.path.starts_with("content.")) << fault.path;
      }
    }
  }
}

TEST(Findings, finding_points_to_the_value_or_to_the_object_that_lacks_it) {
  const std::string body = R"({"type":"ORDER","content":{"header":{"buyer":7}}})";
  const auto reading = Reader().read(body);
  ASSERT_TRUE(reading);
  for (const auto& fault : reading->faults.named()) {
    const auto expected = fault.path == "content.header.buyer" ? body.find('7')
                          : fault.path == "content.items"      ? body.find(R"({"header")")
                                                               : body.find(R"({"buyer")");
    EXPECT_EQ(fault.offset, expected) << fault.path;
  }
  EXPECT_EQ(reading->faults.count(), 5u);
}

// Covers contract 4.1.
TEST(Request, type_may_follow_the_content) {
  const auto order = good(Kind::order);
  const std::string_view content = std::string_view(order).substr(order.find("\"content\""));
  const auto swapped =
      fmt::format("{{{},\"type\":\"ORDER\"}}", content.substr(0, content.size() - 1));
  const auto first = Reader().read(order);
  const auto behind = Reader().read(swapped);
  ASSERT_TRUE(first && behind);
  EXPECT_TRUE(behind->valid());
  EXPECT_EQ(behind->document.kind, Kind::order);
  EXPECT_EQ(behind->document.content, first->document.content);
  EXPECT_EQ(behind->document.digest, first->document.digest);
  EXPECT_EQ(faults_of(changed(swapped, Change{"content.items.0.quantity", "\"1\""})),
            (Found{"order.item.quantity.wrong_type at content.items.0.quantity"}));
}

TEST(Request, type_is_found_among_and_after_unknown_fields) {
  const std::string content = good(Kind::order).substr(sizeof(R"({"type":"ORDER",)") - 1);
  for (const std::string_view head :
       {R"("a":1,"type":"ORDER")", R"("a":{"type":"INVOICE","b":[{"type":1}]},"type":"ORDER")",
        R"("a":"}],\"type\":","type":"ORDER")", R"("typ\u0065":"\u004fRDER")",
        R"("Type":"INVOICE","type":"ORDER")"}) {
    EXPECT_EQ(faults_of(fmt::format("{{{},{}", head, content)), Found{}) << head;
  }
}

TEST(Request, type_that_is_none_is_a_fault_and_the_content_is_not_judged) {
  struct Row {
    std::string type;
    std::string_view rule;
  };
  for (const auto& row :
       {Row{R"("ODER")", "unknown_value"}, Row{R"("order")", "unknown_value"},
        Row{R"("ORDER ")", "unknown_value"}, Row{R"("")", "unknown_value"},
        Row{R"("ORDER\u0000")", "unknown_value"}, Row{"null", "missing"}, Row{"", "missing"},
        Row{"1", "wrong_type"}, Row{R"(["ORDER"])", "wrong_type"}, Row{"{}", "wrong_type"},
        Row{"true", "wrong_type"}}) {
    const auto body =
        changed(R"({"type":"ORDER","content":{"header":7}})", Change{"type", row.type});
    EXPECT_EQ(faults_of(body), (Found{fmt::format("document.type.{} at type", row.rule)}))
        << row.type;
    EXPECT_EQ(unreadable_word(changed(body, Change{"content.header", "007"})), "bad_number");
    EXPECT_FALSE(Reader().read(body)->document.kind);
  }
}

TEST(Request, content_that_is_no_object_is_a_fault) {
  const Found missing = {"order.content.missing at content"};
  const Found wrong_type = {"order.content.wrong_type at content"};
  const auto rows = std::to_array<ChangeRow>({
      {.changes = {{"content", ""}}, .faults = missing},
      {.changes = {{"content", "null"}}, .faults = missing},
      {.changes = {{"content", "[]"}}, .faults = wrong_type},
      {.changes = {{"content", "[{}]"}}, .faults = wrong_type},
      {.changes = {{"content", "\"{}\""}}, .faults = wrong_type},
      {.changes = {{"content", "1"}}, .faults = wrong_type},
      {.changes = {{"content", "true"}}, .faults = wrong_type},
      {.changes = {{"content", "{}"}},
       .faults = {"order.header.missing at content.header",
                  "order.items.missing at content.items"}},
  });
  expect_findings(Kind::order, rows);
}

TEST(Request, body_that_is_no_object_is_one_fault) {
  for (const std::string_view body : {"[]", "1", "\"ORDER\"", "null", "true", "-0", "[{}]",
                                      R"([{"type":"ORDER","content":{}}])"}) {
    EXPECT_EQ(faults_of(body), (Found{"document.wrong_type at "})) << body;
  }
  EXPECT_EQ(faults_of("{}"),
            (Found{"document.type.missing at type", "document.content.missing at content"}));
}

TEST(Request, body_beyond_its_bound_is_too_large) {
  const auto body = good(Kind::order);
  EXPECT_TRUE(Reader(body.size()).read(body));
  const auto reading = Reader(body.size() - 1).read(body);
  ASSERT_FALSE(reading);
  EXPECT_EQ(reading.error().reason, Malformed::too_large);
  const auto at_the_bound = body + repeated(" ", base::limits::body_bytes_default - body.size());
  EXPECT_EQ(unreadable_word(at_the_bound), "");
  EXPECT_EQ(unreadable_word(at_the_bound + " "), "too_large");
}

TEST(Findings, rules_are_numbered_without_gaps_and_named_once) {
  std::set<std::string_view> words;
  std::size_t number = 0;
  for (const auto& row : rule_rows()) {
    EXPECT_EQ(static_cast<std::size_t>(row.rule), ++number) << row.word;
    EXPECT_EQ(word_of(row.rule), row.word);
    EXPECT_TRUE(words.insert(row.word).second) << row.word;
    EXPECT_TRUE(
        std::ranges::all_of(row.word, [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); }));
  }
}

TEST(Findings, reasons_to_be_unreadable_are_numbered_without_gaps_and_named_once) {
  std::set<std::string_view> words;
  std::set<std::string_view> sentences;
  std::size_t number = 0;
  for (const auto& row : malformed_rows()) {
    EXPECT_EQ(static_cast<std::size_t>(row.reason), ++number) << row.word;
    EXPECT_EQ(row_of(row.reason).word, row.word);
    EXPECT_TRUE(words.insert(row.word).second) << row.word;
    EXPECT_TRUE(sentences.insert(row.sentence).second) << row.sentence;
    EXPECT_TRUE(row.sentence.ends_with('.')) << row.sentence;
  }
}

// Every reason can occur. The tests of the grammar have the conditions; this one checks that none
// is forgotten.
TEST(Findings, every_reason_to_be_unreadable_can_be_met) {
  std::set<std::string> met;
  for (const std::string body :
       {"", "\xef\xbb\xbf{}", "\"\xff\"", "\"\n\"", "\"", "\"\\x\"", "\"\\ud800\"", "[,]", "{1}",
        "{\"a\" 1}", "{\"a\":1 2}", "[1 2]", "nul", "01", "1e999", "{\"a\":1,\"a\":1}", "{} {}"})
    met.insert(unreadable_word(body));
  met.insert(unreadable_word(repeated("[", 65)));
  met.insert(unreadable_word(repeated(" ", base::limits::body_bytes_default + 1)));
  met.insert("no_memory");  // no body causes it: tests/black_box/little_memory
  EXPECT_EQ(met.size(), malformed_rows().size());
  for (const auto& row : malformed_rows())
    EXPECT_TRUE(met.contains(std::string(row.word))) << row.word;
}

}  // namespace
}  // namespace tradepost::document
