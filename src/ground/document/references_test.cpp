// Tests the references of a document to other documents.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "base/ground/reference_limits.hpp"
#include "document/changes_test_table.hpp"
#include "document/references.hpp"

namespace tradepost::document {
namespace {

constexpr std::uint32_t bits(std::initializer_list<Kind> kinds) {
  std::uint32_t all = 0;
  for (const Kind kind : kinds) all |= std::uint32_t{1} << static_cast<unsigned>(kind);
  return all;
}

References references_of(const std::string& body) {
  auto reading = Reader().read(body);
  EXPECT_TRUE(reading.has_value()) << body;
  return reading ? reading->document.references : References();
}

const std::string response =
    R"({"type":"ORDER_RESPONSE","content":{"header":{)"
    R"("orderResponseIdentifier":"7","orderIdentifier":"A-\u00e4 1"},)"
    R"("items":[{"orderIdentifier":"A-\u00e4 1"},{"orderIdentifier":"a-\u00e4 1"}]}})";

TEST(References, number_of_another_kind_is_a_reference_once_without_escapes_in_lower_case) {
  EXPECT_EQ(references_of(response),
            (References{{.number = "a-ä 1", .kinds = bits({Kind::order})}}));
}

TEST(References, other_names_of_numbers_may_mean_several_kinds) {
  const std::string advice =
      R"({"type":"REMITTANCE_ADVICE","content":{"header":{"adviceNumber":"Z"},)"
      R"("items":[{"documentNumber":"2"},{"documentNumber":"1"},)"
      R"({"externalDocumentNumber":"2"},{"documentNumber":" "}]}})";
  const std::uint32_t kinds = bits({Kind::invoice, Kind::credit_note});
  EXPECT_EQ(references_of(advice),
            (References{{.number = "1", .kinds = kinds}, {.number = "2", .kinds = kinds}}));
}

TEST(References, own_number_is_none_and_that_of_another_document_of_the_kind_is_one) {
  const std::string note =
      R"({"type":"CREDIT_NOTE","content":{"header":{"creditNoteIdentifier":"G1",)"
      R"("invoiceIdentifier":"R1"},"items":[{"creditNoteIdentifier":"g1"}]}})";
  EXPECT_EQ(references_of(note), (References{{.number = "r1", .kinds = bits({Kind::invoice})}}));
}

TEST(References, long_numbers_and_numbers_beyond_the_limit_are_not_noted) {
  std::string items =
      R"({"documentNumber":")" + std::string(base::limits::reference_bytes_max + 1, '1') + R"("})";
  for (std::size_t i = 0; i < base::limits::references_max + 5; ++i) {
    items += R"(,{"documentNumber":"R)" + std::to_string(i) + R"("})";
  }
  const References found =
      references_of(R"({"type":"REMITTANCE_ADVICE","content":{"items":[)" + items + "]}}");
  EXPECT_EQ(found.size(), base::limits::references_max);
}

TEST(References, stored_content_has_the_references_of_the_sent_body) {
  for (const Kind kind : {Kind::order_response, Kind::invoice, Kind::shipping_notice}) {
    const std::string body = good(kind);
    const auto reading = Reader().read(body);
    ASSERT_TRUE(reading && reading->valid()) << body;
    EXPECT_EQ(references_in(kind, reading->document.content), reading->document.references);
    EXPECT_FALSE(reading->document.references.empty()) << body;
  }
  EXPECT_TRUE(references_in(Kind::invoice, "").empty());
  EXPECT_TRUE(references_in(Kind::invoice, "{\"header\":").empty());
}

}  // namespace
}  // namespace tradepost::document
