#include "conventions/comments.hpp"

#include <gtest/gtest.h>

#include "conventions/wording.hpp"

namespace tradepost::conventions {
namespace {

// Never raise a limit. Lower it when the count has fallen.
constexpr std::size_t discouraged_max = 0;
constexpr std::size_t in_messages_max = 0;

std::string beginning_faults(const char* text) {
  return text_of(faults_of_beginnings(file_of("src/a.cpp", text)));
}

TEST(Comments, keep_their_lines) {
  const File comments = comments_of(file_of("src/a.cpp", "int a;\n  // One.\nint b;  // two\n"));
  EXPECT_EQ(comments.lines, (std::vector<std::string>{"", "One.", "two"}));
}

TEST(Comments, in_quoted_addresses_are_none) {
  EXPECT_EQ(comments_of(file_of("src/a.cpp", "get(\"http://a//b\");\n")).lines[0], "");
}

TEST(Messages, are_the_long_quoted_texts) {
  const File messages = messages_of(file_of(
      "src/a.cpp",
      "call(\"short\", \"a text with a \\\"quoted\\\" word\");\n// \"A comment with a quote.\"\n"));
  EXPECT_EQ(messages.lines, (std::vector<std::string>{"a text with a \\\"quoted\\\" word. ", ""}));
}

TEST(Comments, that_begin_as_sentences_or_with_names_are_fine) {
  for (const char* text :
       {"// Returns the size.\n", "// `size` is in bytes.\n", "// decide() has the rules.\n",
        "// First line\n// and its continuation.\n", "int a;  // in bytes\n",
        "// GTIN, 14 digits\n"})
    EXPECT_EQ(beginning_faults(text), "") << text;
}

TEST(Comments, that_begin_in_the_middle_of_a_sentence_are_faults) {
  EXPECT_EQ(beginning_faults("int a;\n// What is stored.\n"),
            "src/a.cpp:2: a comment begins with `What`; write a sentence\n");
  EXPECT_EQ(beginning_faults("// of the row\n"),
            "src/a.cpp:1: a comment begins with `of`; write a sentence\n");
  EXPECT_EQ(beginning_faults("// One.\nint a;\n// Whether it is set.\n"),
            "src/a.cpp:3: a comment begins with `Whether`; write a sentence\n");
}

TEST(Project, comments_begin_as_sentences) {
  const auto findings = in_whole_tree([](const File& file) {
    return has_checked_comments(file) ? faults_of_beginnings(file) : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, comments_are_in_plain_english) {
  const auto findings = in_whole_tree([](const File& file) {
    return has_checked_comments(file) ? faults_of_wording(comments_of(file))
                                      : std::vector<Finding>{};
  });
  EXPECT_LE(findings.size(), discouraged_max) << text_of(findings);
}

TEST(Project, messages_are_in_plain_english) {
  const auto findings = in_whole_tree([](const File& file) {
    // The lists of phrases and their tests have the phrases.
    const bool is_checked =
        is_cpp(file) && has_checked_comments(file) && !file.path.starts_with("tests/conventions/");
    return is_checked ? faults_of_wording(messages_of(file)) : std::vector<Finding>{};
  });
  EXPECT_LE(findings.size(), in_messages_max) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
