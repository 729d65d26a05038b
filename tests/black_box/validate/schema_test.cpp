// Tests `tradepost schema` as a black box. tests/scripts/ajv compares the verdicts of the schema
// with the verdicts of the reader.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "served/desk.hpp"

namespace tradepost::validate {
namespace {

using served::Desk;

constexpr std::array<std::string_view, 12> kinds = {"ORDER",
                                                    "ORDER_RESPONSE",
                                                    "DISPATCH_INSTRUCTION",
                                                    "DISPATCH_INSTRUCTION_RESPONSE",
                                                    "SHIPPING_NOTICE",
                                                    "RECEIVAL_NOTICE",
                                                    "INVOICE",
                                                    "CREDIT_NOTE",
                                                    "REMITTANCE_ADVICE",
                                                    "PRODUCT_CATALOG",
                                                    "INVENTORY_REPORT",
                                                    "SALES_REPORT"};

// Removes white space, because the layout is not part of the test.
std::string compact(std::string_view text) {
  std::string all;
  for (const char c : text) {
    if (c != ' ' && c != '\n') all += c;
  }
  return all;
}

constexpr std::string_view dialect =
    R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":")";

TEST(Schema, is_printed_for_every_kind) {
  const Desk place;
  for (const auto kind : kinds) {
    const auto ended = place.tradepost("schema " + std::string(kind));
    EXPECT_TRUE(compact(ended.out).starts_with(std::string(dialect) + std::string(kind) + "\""))
        << kind;
    EXPECT_TRUE(compact(ended.out).ends_with("}")) << kind;
    EXPECT_EQ(ended.err, "") << kind;
    EXPECT_EQ(ended.exit_code, 0) << kind;
  }
}

TEST(Schema, of_all_kinds_is_printed_where_none_is_named) {
  const Desk place;
  const auto ended = place.tradepost("schema");
  const auto schema = compact(ended.out);
  EXPECT_TRUE(schema.starts_with(dialect)) << ended.out.substr(0, 200);
  for (const auto kind : kinds)
    EXPECT_TRUE(schema.contains("{\"const\":\"" + std::string(kind) + "\"}")) << kind;
  EXPECT_EQ(ended.exit_code, 0);
}

TEST(Schema, is_itself_json_that_can_be_read) {
  const Desk place;
  const auto schema = place.tradepost("schema").out;
  const auto read = place.tradepost("validate --json -", schema);
  EXPECT_TRUE(read.out.contains(R"("readable":true)")) << read.out;
}

TEST(Schema, kind_may_be_written_in_small_letters) {
  const Desk place;
  EXPECT_EQ(place.tradepost("schema order").out, place.tradepost("schema ORDER").out);
}

TEST(Schema, page_describes_every_kind_to_people) {
  const Desk place;
  for (const auto kind : kinds) {
    const auto ended = place.tradepost("schema --doc " + std::string(kind));
    EXPECT_TRUE(ended.out.starts_with("# ")) << kind;
    EXPECT_TRUE(ended.out.contains(kind)) << kind;
    EXPECT_EQ(ended.exit_code, 0) << kind;
  }
}

TEST(Schema, unknown_kind_is_a_wrong_call_that_names_the_known_ones) {
  const Desk place;
  for (const std::string words : {"schema QUOTATION", "schema --doc QUOTATION", "schema --doc"}) {
    const auto ended = place.tradepost(words);
    EXPECT_EQ(ended.exit_code, 2) << words;
    EXPECT_EQ(ended.out, "") << words;
  }
  const auto ended = place.tradepost("schema QUOTATION");
  for (const auto kind : kinds) EXPECT_TRUE(ended.err.contains(kind)) << kind;
}

}  // namespace
}  // namespace tradepost::validate
