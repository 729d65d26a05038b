#include "conventions/wording.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tradepost::conventions {
namespace {

// Never raise a limit. Lower it when the count has fallen.
constexpr std::size_t on_pages_max = 10;
constexpr std::size_t in_api_description_max = 3;

std::string wording_faults(const char* text) {
  return text_of(faults_of_wording(file_of("docs/a.md", text)));
}

TEST(Wording, each_phrase_has_a_reason_and_a_replacement) {
  for (const Phrase& phrase : discouraged_phrases()) {
    EXPECT_FALSE(phrase.words.empty());
    EXPECT_FALSE(phrase.reason.empty()) << phrase.words;
    EXPECT_FALSE(phrase.replacement.empty()) << phrase.words;
  }
}

TEST(Wording, discouraged_phrase_is_found) {
  for (const char* text :
       {"What waits is listed.", "A list of what is pending.", "It lists, what the exchange has.",
        "The bodies and those of answers.", "Nobody reads it.", "This is no setting.",
        "They were no pages.", "The client is told the reason.", "It tells the reason.",
        "The number stands in the table.", "The exchange goes on.", "It is written anew.",
        "Beside the index is a file.", "a product of ours", "a page of its own",
        "It is sent as it is.", "The file is looked for.", "The store is asked.",
        "the records behind it"}) {
    EXPECT_NE(wording_faults(text), "") << text;
  }
}

TEST(Wording, plain_sentence_has_no_findings) {
  for (const char* text :
       {"There is no limit.", "It is no longer valid.", "a stand-alone server", "He asked for it.",
        "It is on its own machine.", "The proxy is behind the firewall.", "besides", "outstanding",
        "What happens next?"}) {
    EXPECT_EQ(wording_faults(text), "") << text;
  }
}

TEST(Wording, finding_has_the_line_the_words_and_the_replacement) {
  EXPECT_EQ(wording_faults("One.\n\nThe exchange goes\non.\n"),
            "docs/a.md:3: `goes on`: idiom; write continues\n");
  EXPECT_EQ(wording_faults("See. What waits\nis listed."),
            "docs/a.md:1: `what waits`: a clause with `what` hides the noun; write the noun: "
            "pending documents\n");
}

TEST(Wording, blocks_of_code_are_skipped) {
  EXPECT_EQ(wording_faults("```text\nThe exchange goes on.\n```\nIt ends."), "");
  EXPECT_NE(wording_faults("```text\n```\nThe exchange goes on."), "");
}

TEST(Wording, pages_by_reader) {
  const auto is_user = [](const char* path) { return is_user_page(file_of(path, "")); };
  EXPECT_TRUE(is_user("README.md"));
  EXPECT_TRUE(is_user("docs/guides/agent.md"));
  EXPECT_TRUE(is_user("docs/reference/commands.md"));
  EXPECT_FALSE(is_user("docs/reference/contract/4-sending.md"));
  EXPECT_FALSE(is_user("docs/internals/storage.md"));
  EXPECT_FALSE(is_user("docs/guides/adding-a-mapping.md"));
  EXPECT_FALSE(is_user("ARCHITECTURE.md"));
  EXPECT_FALSE(is_written_page(file_of("docs/reference/documents/order.md", "")));
}

TEST(TestNames, on_pages_of_users_are_faults) {
  const std::vector<File> files = {file_of("tests/a_test.cpp", "TEST(Sending, is_safe) {}\n")};
  const auto faults = [&](const char* text) {
    return text_of(faults_of_test_names(file_of("README.md", text), files));
  };
  EXPECT_EQ(faults("Sending is safe (`Sending.is_safe`)."),
            "README.md:1: `Sending.is_safe` is a test: users have none\n");
  EXPECT_EQ(faults("\nSee `tests/a_test.cpp`."),
            "README.md:2: `tests/a_test.cpp` is a test: users have none\n");
  EXPECT_EQ(faults("`Exchange.send_document` of `client/exchange.py`, and `./test`"), "");
}

std::vector<Finding> findings_where(bool (*is_checked)(const File&)) {
  return in_whole_tree([&](const File& file) {
    return is_checked(file) ? faults_of_wording(file) : std::vector<Finding>{};
  });
}

TEST(Project, pages_are_in_plain_english) {
  const auto findings = findings_where(is_written_page);
  EXPECT_LE(findings.size(), on_pages_max) << text_of(findings);
}

TEST(Project, api_description_is_in_plain_english) {
  const auto findings = findings_where(is_api_description);
  EXPECT_LE(findings.size(), in_api_description_max) << text_of(findings);
}

TEST(Project, pages_of_users_name_no_tests) {
  const auto findings = in_whole_tree([](const File& file) {
    return is_user_page(file) ? faults_of_test_names(file, tree()) : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
