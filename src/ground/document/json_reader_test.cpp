#include "document/json_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tradepost::document {
namespace {

std::string word_of(std::string_view text) {
  JsonReader reader(1'000);
  const auto value = reader.read(text);
  return value ? "" : std::string(row_of(value.error().reason).word);
}

TEST(JsonReader, any_value_is_read_and_looked_at) {
  JsonReader reader;
  const std::string text = R"( {"a": [1, null, "x\n"], "b": {"c": true}} )";
  const auto value = reader.read(text);
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(value->member("b").member("c").scalar(), "true");
  std::string seen;
  value->member("a").each([&](std::uint32_t index, const View& element) {
    seen += std::to_string(index);
    seen += element.is_text() ? element.text() : std::string(element.scalar());
  });
  EXPECT_EQ(seen, "012x\n");
  for (const auto scalar : {"1", "true", "null", "\"\"", "[]"}) EXPECT_EQ(word_of(scalar), "");
}

TEST(JsonReader, is_as_strict_as_reading_a_document) {
  EXPECT_EQ(word_of(""), "empty");
  EXPECT_EQ(word_of("{\"a\":1,\"a\":2}"), "name_twice");
  EXPECT_EQ(word_of("{\"a\":[007]}"), "bad_number");
  EXPECT_EQ(word_of("{\"a\":flase}"), "bad_word");
  EXPECT_EQ(word_of("{} {}"), "text_after_the_value");
  EXPECT_EQ(word_of("\xef\xbb\xbf{}"), "byte_order_mark");
  EXPECT_EQ(word_of("\"\\ud800\""), "lone_surrogate");
  EXPECT_EQ(word_of("\"\xff\""), "not_utf8");
  EXPECT_EQ(word_of(std::string(65, '[') + std::string(65, ']')), "nested_too_deep");
  EXPECT_EQ(word_of(std::string(1'001, ' ')), "too_large");
}

}  // namespace
}  // namespace tradepost::document
