// Tests contract 4.3: JSON that is refused as a whole, at every place. Each case is one answer of
// 400, before any rule is checked.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "document/changes_test_table.hpp"

namespace tradepost::document {
namespace {

// Places that different code handles: unknown fields at each level, the inside of an unknown object
// and list, a known field of the right and of a wrong type, and members next to type and content.
constexpr std::array<std::string_view, 10> value_places = {
    "extra",
    "content.extra",
    "content.header.extra",
    "content.header.buyer.extra",
    "content.items.0.extra",
    "content.extra.inner.0.innermost",
    "content.header.comments",
    "content.header.paymentTerms",
    "content.header.buyer.postalAddress",
    "content.items.0.quantity",
};

std::string at(std::string_view place, std::string value) {
  return changed(good(Kind::order), Change{place, std::move(value)});
}

struct Row {
  std::string_view value;
  std::string_view word;  // empty if it can be read
};

void expect_words(std::span<const Row> rows) {
  for (const auto place : value_places) {
    for (const auto& row : rows) {
      const auto body = at(place, std::string(row.value));
      EXPECT_EQ(unreadable_word(body), row.word) << place << " = " << row.value;
    }
  }
}

// Checks only that the body is refused, because the reason depends on the text around the value.
void expect_refused(std::span<const std::string_view> values) {
  for (const auto place : value_places) {
    for (const auto value : values)
      EXPECT_NE(unreadable_word(at(place, std::string(value))), "") << place << " = " << value;
  }
}

// Covers contract 4.3.
TEST(TextGrammar, number_grammar_is_that_of_json_everywhere) {
  expect_refused(std::to_array<std::string_view>(
      {"007",  "00",    "-01", "0123", "1.",  "1.e2", ".5",       "-.5",      "+1",
       "-",    "--1",   "- 1", "1e",   "1e+", "1e-",  "1e1.5",    "1e5e5",    "1.2.3",
       "0x10", "1_000", "12a", "1,5",  "NaN", "-NaN", "Infinity", "-Infinity"}));
  constexpr auto fine = std::to_array<Row>({{"0", ""},
                                            {"-0", ""},
                                            {"0.0", ""},
                                            {"-0.0e-0", ""},
                                            {"1E5", ""},
                                            {"1e+05", ""},
                                            {"1e-005", ""},
                                            {"10.250", ""},
                                            {"-1.5E+3", ""}});
  expect_words(fine);
}

TEST(TextGrammar, words_are_true_false_and_null_alone) {
  expect_refused(std::to_array<std::string_view>({"flase", "nul", "nulll", "True", "TRUE", "tru",
                                                  "truefalse", "null0", "n", "undefined", "None",
                                                  "abc", "true-", "t\\u0072ue"}));
}

TEST(TextGrammar, texts_with_bad_escapes_are_refused_everywhere) {
  constexpr auto rows = std::to_array<Row>({
      {R"("\x41")", "bad_escape"},
      {R"("\a")", "bad_escape"},
      {R"("\v")", "bad_escape"},
      {R"("\0")", "bad_escape"},
      {R"("\'")", "bad_escape"},
      {R"("\U0041")", "bad_escape"},
      {R"("\u")", "bad_escape"},
      {R"("\u004")", "bad_escape"},
      {R"("\u004g")", "bad_escape"},
      {R"("\u 041")", "bad_escape"},
      {R"("\u+041")", "bad_escape"},
      {R"("\ud83")", "bad_escape"},
      {"\"\\\xc3\xa4\"", "bad_escape"},
      {"\"\\ \"", "bad_escape"},
      {R"("\b\f\n\r\t\/\\\"\u0041\u00e4\u20ac\uD83D\uDE00\u0000\uffff")", ""},
  });
  expect_words(rows);
}

TEST(TextGrammar, lone_surrogates_are_refused_everywhere) {
  constexpr auto rows = std::to_array<Row>({
      {R"("\ud83d")", "lone_surrogate"},
      {R"("\ud83dx")", "lone_surrogate"},
      {R"("\ude00")", "lone_surrogate"},
      {R"("\ude00\ud83d")", "lone_surrogate"},
      {R"("\ud83d\ud83d")", "lone_surrogate"},
      {R"("\ud83d\n\ude00")", "lone_surrogate"},
      {R"("\ud83d\u0041")", "lone_surrogate"},
      {R"("\ud83d\\ude00")", "lone_surrogate"},
      {R"("\uD83D\uDE00\uDBFF\uDFFF")", ""},
      {R"("\ud7ff\ue000")", ""},
  });
  expect_words(rows);
}

TEST(TextGrammar, lone_surrogate_in_a_name_is_refused) {
  const auto body = changed(good(Kind::order), Change{"content.items.0.q", "1"});
  for (const std::string_view name : {R"("\ud83d")", R"("q\ude00")"}) {
    auto bad = body;
    bad.replace(bad.find("\"q\""), 3, name);
    EXPECT_EQ(unreadable_word(bad), "lone_surrogate") << name;
  }
}

TEST(TextGrammar, bytes_that_are_no_utf8_are_refused_everywhere) {
  constexpr auto bad = std::to_array<std::string_view>({
      "\x80",              // a continuation alone
      "\xbf",              //
      "\xc3",              // half of two
      "\xc3\x28",          //
      "\xe2\x82",          // two of three
      "\xe2\x28\xa1",      //
      "\xf0\x9f\x98",      // three of four
      "\xf0\x28\x8c\xbc",  //
      "\xc0\xaf",          // overlong
      "\xc1\xbf",          //
      "\xe0\x80\xaf",      //
      "\xe0\x9f\xbf",      //
      "\xf0\x80\x80\xaf",  //
      "\xf0\x8f\xbf\xbf",  //
      "\xed\xa0\x80",      // surrogates
      "\xed\xbf\xbf",      //
      "\xed\xa0\xbd\xed\xb8\x80",
      "\xf4\x90\x80\x80",  // above U+10FFFF
      "\xf5\x80\x80\x80",  //
      "\xf8\x88\x80\x80\x80",
      "\xfc\x84\x80\x80\x80\x80",
      "\xfe",
      "\xff",
      "\xff\xfe",
  });
  for (const auto place : value_places) {
    for (const auto bytes : bad) {
      EXPECT_EQ(unreadable_word(at(place, in_quotes(bytes))), "not_utf8") << place;
      EXPECT_EQ(unreadable_word(at(place, in_quotes("before " + std::string(bytes) + " behind"))),
                "not_utf8")
          << place;
    }
  }
  for (const auto bytes : bad) {
    EXPECT_EQ(unreadable_word(std::string(bytes) + good(Kind::order)), "not_utf8");
    EXPECT_EQ(unreadable_word(good(Kind::order) + std::string(bytes)), "not_utf8");
    EXPECT_EQ(unreadable_word(bytes), "not_utf8");
  }
}

TEST(TextGrammar, valid_utf8_of_every_length_is_read) {
  for (const std::string_view text :
       {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xef\xbb\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(faults_of(at("content.header.comments", in_quotes(text))), Found{});
  }
}

TEST(TextGrammar, raw_control_characters_in_texts_are_refused) {
  for (char c = 0; c < 0x20; ++c) {
    for (const auto place : value_places) {
      EXPECT_EQ(unreadable_word(at(place, in_quotes(std::string("a") + c + "b"))),
                "control_character")
          << place << " " << static_cast<int>(c);
    }
  }
}

TEST(TextGrammar, control_characters_between_tokens_are_refused) {
  constexpr std::string_view white = " \t\n\r";
  for (char c = 0; c < 0x20; ++c) {
    const bool is_white = white.contains(c);
    for (const auto place : value_places) {
      EXPECT_EQ(unreadable_word(at(place, std::string(1, c) + "\"a\"")).empty(), is_white)
          << place << " " << static_cast<int>(c);
      EXPECT_EQ(unreadable_word(at(place, "\"a\"" + std::string(1, c))).empty(), is_white)
          << place << " " << static_cast<int>(c);
      EXPECT_EQ(unreadable_word(at(place, "12" + std::string(1, c))).empty(), is_white)
          << place << " " << static_cast<int>(c);
    }
  }
}

TEST(TextGrammar, what_is_no_json_is_refused_everywhere) {
  constexpr auto rows = std::to_array<Row>({
      {"[1 2]", "comma_or_bracket_expected"},
      {"[1:2]", "comma_or_bracket_expected"},
      {"[1}", "comma_or_bracket_expected"},
      {R"(["a" "b"])", "comma_or_bracket_expected"},
      {R"({"a":1,})", "name_expected"},
      {R"({,"a":1})", "name_expected"},
      {R"({"a":1 "b":2})", "comma_or_brace_expected"},
      {R"({"a":1,,"b":2})", "name_expected"},
      {R"({"a" 1})", "colon_expected"},
      {R"({"a",1})", "colon_expected"},
      {R"({"a"})", "colon_expected"},
      {R"({"a":1])", "comma_or_brace_expected"},
      {R"({a:1})", "name_expected"},
      {R"({'a':1})", "name_expected"},
      {R"({1:1})", "name_expected"},
      {R"({null:1})", "name_expected"},
      {R"({["a"]:1})", "name_expected"},
  });
  expect_words(rows);
  expect_refused(std::to_array<std::string_view>({"'single'",
                                                  "`back`",
                                                  "// comment\n1",
                                                  "1 // comment\n",
                                                  "/* comment */ 1",
                                                  "# comment\n1",
                                                  "[1,]",
                                                  "[,1]",
                                                  "[,]",
                                                  "[1,,2]",
                                                  R"({"a":})",
                                                  R"({"a"::1})",
                                                  "[",
                                                  "{",
                                                  "]",
                                                  "}",
                                                  ":",
                                                  ",",
                                                  " ",
                                                  R"("a" "b")",
                                                  R"("a"b)",
                                                  "12 13",
                                                  "[]]",
                                                  "{}}"}));
}

TEST(TextGrammar, broken_insides_of_unknown_fields_are_found_at_any_depth) {
  for (const std::string_view broken : {"007", "flase", R"("\x")", "{\"a\":1,\"a\":2}", "[1,]"}) {
    std::string value(broken);
    for (int depth = 0; depth < 40; ++depth) {
      value = depth % 2 == 0 ? fmt::format("[0,{}]", value) : fmt::format(R"({{"b":{}}})", value);
      EXPECT_NE(unreadable_word(at("content.items.0.extra", value)), "") << depth << broken;
    }
  }
}

TEST(TextGrammar, anything_after_the_value_is_refused) {
  const auto body = good(Kind::order);
  constexpr auto trailing = std::to_array<std::string_view>(
      {"x",    "1",    "null", "\"a\"",    "{}",           "[]",
       ",",    "}",    "]",    ":",        "\\",           "/",
       "// c", "\v",   "\f",   "\xc2\xa0", "\xe2\x80\xa8", "\xef\xbb\xbf",
       "\x01", "\x7f", ";",    "#"});
  for (const auto text : trailing) {
    EXPECT_EQ(unreadable_word(body + std::string(text)), "text_after_the_value") << text;
    EXPECT_EQ(unreadable_word(body + " \n" + std::string(text)), "text_after_the_value") << text;
  }
  EXPECT_EQ(unreadable_word(body + std::string(1, '\0')), "text_after_the_value");
  EXPECT_EQ(unreadable_word(body + body), "text_after_the_value");
  EXPECT_EQ(unreadable_word(body + "\n" + body), "text_after_the_value");
  EXPECT_EQ(unreadable_word(body + "\""), "open_text");
  EXPECT_EQ(unreadable_word(body + " \t\r\n"), "");
  EXPECT_EQ(unreadable_word(" \t\r\n" + body), "");
}

TEST(TextGrammar, body_of_nothing_is_empty) {
  for (const std::string_view body : {"", " ", "\n", "\r\n\t ", "                    \n\n"}) {
    EXPECT_EQ(unreadable_word(body), "empty") << "[" << body << "]";
  }
}

TEST(TextGrammar, byte_order_mark_is_refused_and_named) {
  EXPECT_EQ(unreadable_word("\xef\xbb\xbf" + good(Kind::order)), "byte_order_mark");
  EXPECT_EQ(unreadable_word("\xef\xbb\xbf"), "byte_order_mark");
  // UTF-16, as from a faulty export:
  EXPECT_EQ(unreadable_word(std::string("\xff\xfe{\0}\0", 6)), "not_utf8");
  EXPECT_EQ(unreadable_word(std::string("\xfe\xff\0{\0}", 6)), "not_utf8");
}

TEST(TextGrammar, text_that_is_left_open_is_found_where_it_begins) {
  const auto body = good(Kind::order);
  for (std::size_t length = 1; length < body.size(); ++length) {
    const auto reading = Reader().read(std::string_view(body).substr(0, length));
    ASSERT_FALSE(reading) << length;
    ASSERT_LE(reading.error().offset, length);
  }
  const auto reading = Reader().read(R"({"type":"ORD)");
  ASSERT_FALSE(reading);
  EXPECT_EQ(row_of(reading.error().reason).word, "open_text");
  EXPECT_EQ(reading.error().offset, 8u);
}

}  // namespace
}  // namespace tradepost::document
