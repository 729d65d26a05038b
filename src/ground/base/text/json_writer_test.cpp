#include "base/text/json_writer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace tradepost::base {
namespace {

std::string written_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonWriter, every_kind_of_value_is_written_compactly) {
  JsonWriter json;
  json.begin_object();
  json.key("text").string("Händler \"A\"");
  json.key("least").integer(std::numeric_limits<std::int64_t>::min());
  json.key("most").integer(std::numeric_limits<std::uint64_t>::max());
  json.key("small").integer(-7);
  json.key("yes").boolean(true).key("no").boolean(false).key("none").null();
  json.key("raw").raw(R"({"price":1.50})");
  json.key("empty").begin_array().end_array();
  json.key("list").begin_array().integer(1).begin_object().end_object().string("").end_array();
  json.end_object();
  EXPECT_EQ(
      std::move(json).finish(),
      R"({"text":"Händler \"A\"","least":-9223372036854775808,"most":18446744073709551615,"small":-7,)"
      R"("yes":true,"no":false,"none":null,"raw":{"price":1.50},"empty":[],"list":[1,{},""]})");
}

TEST(JsonWriter, indented_output_is_for_people) {
  JsonWriter json(JsonWriter::Layout::indented);
  json.begin_object().key("a").begin_array().integer(1).integer(2).end_array();
  json.key("b").begin_object().end_object().end_object();
  EXPECT_EQ(std::move(json).finish(), "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}\n");
}

TEST(JsonWriter, a_lone_value_is_a_whole_text) {
  JsonWriter json;
  json.string("x");
  EXPECT_EQ(std::move(json).finish(), "\"x\"");
}

TEST(JsonWriter, text_is_appended_to_a_given_buffer) {
  JsonWriter json(JsonWriter::Layout::compact, "data: ");
  json.null();
  EXPECT_EQ(std::move(json).finish(), "data: null");
}

TEST(JsonWriter, characters_that_json_reserves_are_escaped) {
  EXPECT_EQ(written_string("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(written_string("\b\t\n\f\r"), R"("\b\t\n\f\r")");
  EXPECT_EQ(written_string(std::string_view("\0\x01\x1F\x7F", 4)), "\"\\u0000\\u0001\\u001f\x7F\"");
  EXPECT_EQ(written_string("ä€😀"), "\"ä€😀\"");
}

TEST(JsonWriter, bytes_that_are_no_utf8_are_replaced) {
  EXPECT_EQ(written_string("a\xFFz"), "\"a\uFFFDz\"");
  EXPECT_EQ(written_string("\xC3"), "\"\uFFFD\"");
  EXPECT_EQ(written_string("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
  EXPECT_EQ(written_string("\xC0\xAF\""), "\"\uFFFD\uFFFD\\\"\"");
}

using JsonWriterDeathTest = ::testing::Test;

TEST(JsonWriterDeathTest, a_token_at_the_wrong_place_ends_the_process) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr auto failed = "check failed";
  EXPECT_DEATH(JsonWriter().begin_object().string("no key"), failed);
  EXPECT_DEATH(JsonWriter().begin_object().key("a").key("b"), failed);
  EXPECT_DEATH(JsonWriter().begin_object().key("a").end_object(), failed);
  EXPECT_DEATH(JsonWriter().begin_array().key("a"), failed);
  EXPECT_DEATH(JsonWriter().begin_array().end_object(), failed);
  EXPECT_DEATH(JsonWriter().end_array(), failed);
  EXPECT_DEATH(JsonWriter().key("a"), failed);
  EXPECT_DEATH(JsonWriter().null().null(), failed);
  EXPECT_DEATH(JsonWriter().raw(""), failed);
}

TEST(JsonWriterDeathTest, an_unfinished_text_is_never_given_away) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(JsonWriter().finish(), "check failed");
  EXPECT_DEATH(std::move(JsonWriter().begin_array()).finish(), "check failed");
}

TEST(JsonWriterDeathTest, nesting_beyond_the_bound_ends_the_process) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        JsonWriter json;
        for (std::size_t i = 0; i <= limits::json_written_depth_max; ++i) json.begin_array();
      },
      "check failed");
}

}  // namespace
}  // namespace tradepost::base
