// Tests the results of reading a document: its content, its digest, and its head.
#include "document/read.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

// Covers contract 1.2 and 4.5.
namespace tradepost::document {
namespace {

std::string content_of(std::string_view body) {
  const auto reading = Reader().read(body);
  EXPECT_TRUE(reading) << body;
  return reading ? std::string(reading->document.content) : std::string();
}

base::Digest digest_of(std::string_view body) {
  const auto reading = Reader().read(body);
  EXPECT_TRUE(reading) << body;
  return reading ? reading->document.digest : base::Digest();
}

// Covers contract 3.3.
TEST(Content, content_is_kept_byte_for_byte_but_for_white_space) {
  constexpr std::string_view content =
      R"({"z":1.50,"a":[1e+05,-0,0.10e-3,{"b":"\u00e4\/ä  \" , : \\"}],"":null,"t":true})";
  const auto body = fmt::format(R"({{"type":"ORDER","content":{}}})", content);
  EXPECT_EQ(content_of(body), content);
  EXPECT_EQ(content_of(fmt::format(" {{ \"type\" :\t\"ORDER\",\n\"content\":\r\n {} }} ", content)),
            content);
  EXPECT_EQ(content_of(R"({"type":"ORDER","content": { "z" : 1.50 , "a" : [ 1 , "  x  " , { } ,)"
                       R"( [ ] , null ] , "b":{"c" :true}}})"),
            R"({"z":1.50,"a":[1,"  x  ",{},[],null],"b":{"c":true}})");
}

TEST(Content, content_of_a_faulty_document_is_there_too) {
  EXPECT_EQ(content_of(R"({"type":"ORDER","content":[ 1, 2 ]})"), "[1,2]");
  EXPECT_EQ(content_of(R"({"content":{ },"type":"NOTHING"})"), "{}");
  EXPECT_EQ(content_of(R"({"content": 12 })"), "12");
  EXPECT_EQ(content_of(R"({"type":"ORDER"})"), "");
  EXPECT_EQ(content_of(R"({"type":"ORDER","content":null})"), "");
  EXPECT_EQ(content_of("[]"), "");
}

// Covers contract 4.8.
TEST(Digest, digest_is_that_of_type_and_content_without_white_space) {
  const auto order = digest_of(R"({"type":"ORDER","content":{"a":1.50,"b":"c d"}})");
  for (const std::string_view same :
       {R"({"type":"ORDER","content":{ "a" : 1.50 , "b" : "c d" }})",
        R"({"content":{"a":1.50,"b":"c d"},"type":"ORDER"})",
        R"({"x":1,"type":"ORDER","content":{"a":1.50,"b":"c d"},"y":2})",
        R"({"t\u0079pe":"\u004fRDER","content":{"a":1.50,"b":"c d"}})"}) {
    EXPECT_EQ(digest_of(same), order) << same;
  }
  for (const std::string_view other :
       {R"({"type":"INVOICE","content":{"a":1.50,"b":"c d"}})",
        R"({"type":"ORDER","content":{"a":1.5,"b":"c d"}})",
        R"({"type":"ORDER","content":{"b":"c d","a":1.50}})",
        R"({"type":"ORDER","content":{"a":1.50,"b":"c  d"}})",
        R"({"type":"ORDER","content":{"a":1.50,"b":"c\u0020d"}})",
        R"({"type":"ORDER","content":{"a":1.50,"b":"c d","e":null}})"}) {
    EXPECT_NE(digest_of(other), order) << other;
  }
}

TEST(Head, number_date_type_and_version_are_those_of_the_kind) {
  for (const auto& kind : kinds()) {
    const auto& header = types()[kind.header_type];
    auto body = good_with_item(kind.kind);
    const auto set = [&](FieldSlot slot, std::string json) {
      if (slot != no_slot)
        body =
            changed(body, Change{fmt::format("content.header.{}", header.fields[slot].name), json});
    };
    set(kind.number, R"("N-\u0031")");
    set(kind.date, R"("2026-03-31")");
    set(kind.version, "3.0");
    const std::string type = kind.kind == Kind::credit_note ? "CORRECTION" : "ACCEPT";
    set(kind.response_type, in_quotes(type));
    const auto reading = Reader().read(body);
    ASSERT_TRUE(reading && reading->valid()) << kind.name;
    const auto& head = reading->document.head;
    EXPECT_EQ(reading->document.kind, kind.kind);
    EXPECT_EQ(head.number, "N-1") << kind.name;
    EXPECT_EQ(head.date, "2026-03-31") << kind.name;
    EXPECT_EQ(head.version, kind.version == no_slot ? std::nullopt : std::optional<std::int64_t>(3))
        << kind.name;
    EXPECT_EQ(head.type, kind.response_type == no_slot ? "" : type) << kind.name;
  }
}

TEST(Head, parties_are_those_of_from_and_to_in_the_order_in_which_they_are_asked) {
  for (const auto& kind : kinds()) {
    const auto& header = types()[kind.header_type];
    auto body = good(kind.kind);
    const auto party_in = [&](FieldSlot slot) {
      const auto role = header.fields[slot].name;
      body = changed(body, Change{fmt::format("content.header.{}", role),
                                  fmt::format(R"({{"name":"{0}","identifiers":[{{"identifier":)"
                                              R"("{0}","domain":"DUNS"}}]}})",
                                              role)});
    };
    for (const auto slot : kind.from) party_in(slot);
    for (const auto slot : kind.to) party_in(slot);
    const auto reading = Reader().read(body);
    ASSERT_TRUE(reading) << kind.name;
    const auto expect_roles = [&](std::span<const FieldSlot> slots,
                                  const std::vector<Party>& found) {
      ASSERT_EQ(found.size(), slots.size()) << kind.name;
      for (std::size_t at = 0; at < slots.size(); ++at) {
        const auto role = header.fields[slots[at]].name;
        EXPECT_EQ(found[at].role, role) << kind.name;
        EXPECT_EQ(found[at].name, role) << kind.name;
        ASSERT_EQ(found[at].identifiers.size(), 1u) << kind.name;
        EXPECT_EQ(found[at].identifiers[0].domain, "DUNS") << kind.name;
        EXPECT_EQ(found[at].identifiers[0].identifier, role) << kind.name;
      }
    };
    expect_roles(kind.from, reading->document.head.from);
    expect_roles(kind.to, reading->document.head.to);
  }
}

TEST(Head, party_has_the_identifiers_that_say_something_with_gs1_where_no_domain_is_named) {
  const auto body = changed(
      good(Kind::order),
      Change{"content.header.buyer",
             R"({"name":"M\u00fcller \ud83d\ude00","identifiers":[{"identifier":"a"},null,)"
             R"({"identifier":" "},{"identifier":"\u00e4","domain":null},{"domain":"DUNS"},)"
             R"({"identifier":"c","domain":"VAT_DE"},7,{"identifier":8}]})"});
  const auto reading = Reader().read(body);
  ASSERT_TRUE(reading);
  const auto& buyer = reading->document.head.from.at(0);
  EXPECT_EQ(buyer.role, "buyer");
  EXPECT_EQ(buyer.name, "Müller 😀");
  ASSERT_EQ(buyer.identifiers.size(), 3u);
  const auto expect = [&](std::size_t at, std::string_view domain, std::string_view identifier) {
    EXPECT_EQ(buyer.identifiers[at].domain, domain);
    EXPECT_EQ(buyer.identifiers[at].identifier, identifier);
  };
  expect(0, "GS1", "a");
  expect(1, "GS1", "ä");
  expect(2, "VAT_DE", "c");
}

TEST(Head, absent_and_mistyped_fields_have_no_value) {
  for (const std::string header :
       {"{}", "null", "7", "[]", R"("x")",
        R"({"orderIdentifier":7,"orderDate":{},"version":"1","buyer":[],"supplier":"x"})",
        R"({"orderIdentifier":null,"orderDate":null,"version":null,"buyer":null})",
        R"({"version":1.5})", R"({"version":9223372036854775808})",
        R"({"orderIdentifier":" \u00a0"})"}) {
    const auto body = changed(good(Kind::order), Change{"content.header", header});
    const auto reading = Reader().read(body);
    ASSERT_TRUE(reading) << header;
    const auto& head = reading->document.head;
    EXPECT_EQ(head.number, "") << header;
    EXPECT_EQ(head.date, "") << header;
    EXPECT_FALSE(head.version) << header;
    EXPECT_TRUE(head.from.empty() && head.to.empty()) << header;
  }
}

TEST(Document, may_be_moved_and_keeps_its_texts) {
  const auto body =
      changed(good(Kind::order), Change{"content.header.orderIdentifier", R"( "N\u0031" )"});
  Document document;
  {
    auto reading = Reader().read(body);
    ASSERT_TRUE(reading);
    document = std::move(reading->document);
  }
  EXPECT_EQ(document.head.number, "N1");
  EXPECT_TRUE(document.content.contains(R"("orderIdentifier":"N\u0031",)"));
}

// One reader reads good and bad, large and small documents, and no state of one affects the next.
TEST(Reader, second_reading_says_what_a_fresh_reader_says) {
  Reader reader;
  const auto large = changed(good(Kind::order),
                             Change{"content.header.comments", in_quotes(repeated("x", 300'000))});
  for (const std::string& body :
       {good(Kind::invoice), std::string("[1,"), example(Kind::order, "faulty_many"), large,
        std::string(), example(Kind::shipping_notice, "transport_label_null"), large,
        repeated("[", 100), good(Kind::order)}) {
    const auto again = reader.read(body);
    const auto fresh = Reader().read(body);
    ASSERT_EQ(again.has_value(), fresh.has_value());
    if (!again) {
      EXPECT_EQ(again.error().reason, fresh.error().reason);
      EXPECT_EQ(again.error().offset, fresh.error().offset);
      continue;
    }
    EXPECT_EQ(text_of(again->faults), text_of(fresh->faults));
    EXPECT_EQ(again->document.content, fresh->document.content);
    EXPECT_EQ(again->document.digest, fresh->document.digest);
  }
}

}  // namespace
}  // namespace tradepost::document
