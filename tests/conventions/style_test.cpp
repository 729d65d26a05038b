#include "conventions/style.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tradepost::conventions {
namespace {

std::string word_faults(const char* path, const std::string& text) {
  return text_of(faults_of_words(file_of(path, text), banned_words()));
}

std::string shape_faults(const char* path, const std::string& text) {
  return text_of(faults_of_shape(file_of(path, text)));
}

std::string lines(std::size_t count) {
  std::string text = "#pragma once\n";
  for (std::size_t i = 1; i < count; ++i) text += "//\n";
  return text;
}

// Each word is found in the places where it is banned, alone and between other characters, but
// not inside a longer word.
TEST(Words, every_banned_word_is_found) {
  for (const BannedWord& banned : banned_words()) {
    std::string word = written(banned);
    if (word.ends_with('*')) word.back() = 'x';
    using enum BannedWord::Where;
    const bool in_tests = banned.where == everywhere || banned.where == tests;
    const bool in_product = banned.where == everywhere || banned.where == product;
    const bool in_commands = in_product || banned.where == commands;
    EXPECT_EQ(word_faults("src/app/a.cpp", word).empty(), !in_commands) << word;
    EXPECT_EQ(word_faults("src/app/a.cpp", "(" + word + "(1)").empty(), !in_commands) << word;
    EXPECT_EQ(word_faults("src/a/a.cpp", word).empty(), !in_product) << word;
    EXPECT_EQ(word_faults("src/a/a_test.cpp", word).empty(), !in_tests) << word;
    EXPECT_EQ(word_faults("tests/a/a.cpp", word).empty(), !in_tests) << word;
    EXPECT_FALSE(banned.instead.empty()) << word;
  }
}

TEST(Words, environment_is_read_in_one_file_of_tests) {
  EXPECT_EQ(word_faults("tests/support/run.hpp", "std::getenv(name)"), "");
  EXPECT_EQ(word_faults("tests/support/a.hpp", "std::getenv(name)"),
            "tests/support/a.hpp:1: getenv: instead, tests/support/run.hpp\n");
}

TEST(Words, part_of_a_longer_word_is_not_found) {
  EXPECT_EQ(word_faults("src/a/a.cpp",
                        "static_assert(throws); rethrow(); throw; my_atoi(x); reassert_it();"),
            "");
}

TEST(Words, code_words_are_allowed_in_text) {
  EXPECT_EQ(word_faults("src/a/a.cpp", "// we never throw\nsay(\"throw\");\n"), "");
  EXPECT_EQ(word_faults("docs/style.md", "We never throw, nor assert."), "");
}

TEST(Words, finding_names_the_line_and_the_replacement) {
  EXPECT_EQ(word_faults("src/a/a.cpp", "int a;\nthrow a;\n"),
            "src/a/a.cpp:2: throw : instead, a Result (base/ground/result.hpp); CHECK for a "
            "programming error\n");
}

TEST(Shape, size_at_its_bound_is_fine_and_beyond_is_a_fault) {
  EXPECT_EQ(shape_faults("a.hpp", lines(200)), "");
  EXPECT_EQ(shape_faults("a.hpp", lines(201)),
            "a.hpp: 201 lines, at most 200: split it by purpose\n");
  EXPECT_EQ(shape_faults("a.cpp", lines(600)), "");
  EXPECT_EQ(shape_faults("a.cpp", lines(601)),
            "a.cpp: 601 lines, at most 600: split it by purpose\n");
  EXPECT_EQ(shape_faults("run", "#!/bin/sh\n" + lines(600)),
            "run: 601 lines, at most 600: split it by purpose\n");
  EXPECT_EQ(shape_faults("data.json", lines(9000)), "");
}

TEST(Shape, lines_are_counted_in_characters) {
  std::string umlauts;
  for (int i = 0; i < 120; ++i) umlauts += "ä";
  EXPECT_EQ(shape_faults("a.cpp", umlauts), "");
  EXPECT_EQ(shape_faults("a.cpp", "\n" + umlauts + "ö"), "a.cpp:2: longer than 120 characters\n");
}

TEST(Shape, tab_is_a_fault) {
  EXPECT_EQ(shape_faults("a.cpp", "\tint a;"), "a.cpp:1: a tab: write spaces\n");
}

TEST(Shape, header_without_its_first_line_is_a_fault) {
  EXPECT_EQ(shape_faults("a.hpp", "// words\n#pragma once\n"),
            "a.hpp:1: a header begins with #pragma once\n");
}

TEST(Name, without_a_meaning_is_a_fault) {
  const auto faults = [](const char* path) { return text_of(faults_of_name(file_of(path, ""))); };
  EXPECT_EQ(faults("src/utils/date.cpp"),
            "src/utils/date.cpp: `utils` has no meaning: name the contents\n");
  EXPECT_EQ(faults("src/base/helpers.hpp"),
            "src/base/helpers.hpp: `helpers` has no meaning: name the contents\n");
  EXPECT_EQ(faults("src/base/BigDate.cpp"),
            "src/base/BigDate.cpp: files are named in snake_case\n");
  EXPECT_EQ(faults("src/base/text/date.cpp"), "");
  EXPECT_EQ(faults("src/commonwealth/miscount.cpp"), "");
  EXPECT_EQ(faults("README.md"), "");
}

TEST(Project, has_no_banned_word) {
  const auto findings =
      in_whole_tree([](const File& file) { return faults_of_words(file, banned_words()); });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, files_are_in_shape) {
  const auto findings = in_whole_tree(faults_of_shape);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, names_describe_the_contents) {
  const auto findings = in_whole_tree(faults_of_name);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
