#include "conventions/citations.hpp"

#include <gtest/gtest.h>

namespace tradepost::conventions::citations_test {
namespace {

const std::vector<File>& some_pages() {
  static const std::vector<File> pages = {
      file_of("docs/reference/contract.md", "# The contract\n"),
      file_of("docs/reference/contract/4-sending.md",
              "# 4. Sending\n\n## 4.9 Keys\n\n## 4.10 The answer\n\n- 5.1 without a paragraph\n"
              "```\n## 4.11 nor is this\n```\n"),
      file_of("docs/internals/storage.md", "## 3. The index\n\n**3.2 Costs.** An entry …\n"),
      file_of("docs/reference/metrics.md", "# Metrics\n"),
  };
  return pages;
}

// The check must not find these citations in this file, so their words are concatenated.
std::string faults(const std::string& word, const std::string& rest) {
  return text_of(faults_of_citations(file_of("a.cpp", "// See " + word + ' ' + rest + "\n"),
                                     paragraphs_of(some_pages())));
}

TEST(Paragraphs, begin_with_their_number) {
  EXPECT_EQ(paragraphs_of(some_pages()),
            (Paragraphs{{"contract", {"4", "4.9", "4.10"}}, {"storage", {"3", "3.2"}}}));
}

TEST(Paragraphs, with_the_number_of_another_are_faults) {
  EXPECT_EQ(text_of(faults_of_numbers(some_pages())), "");
  std::vector<File> pages = some_pages();
  pages.push_back(
      file_of("docs/reference/contract/5-versions.md", "# 5. Versions\n\n## 4.9 Again\n"));
  EXPECT_EQ(text_of(faults_of_numbers(pages)),
            "docs/reference/contract/5-versions.md:3: 4.9 is the number of "
            "docs/reference/contract/4-sending.md:3\n");
}

TEST(Citations, that_lead_to_a_paragraph_are_fine) {
  EXPECT_EQ(faults("contract", "4.9"), "");
  EXPECT_EQ(faults("contract", "4, and contracts 7.7 are none"), "");
  EXPECT_EQ(faults("contract", "4.9, 4.10 and 4.9: 9 of them, 8.8 wide"), "");
  EXPECT_EQ(faults("docs/internals/storage.md", "3.2"), "");
  EXPECT_EQ(faults("size", "9.9"), "");
}

TEST(Citations, that_lead_nowhere_are_faults) {
  EXPECT_EQ(faults("contract", "4.8"), "a.cpp:1: cites contract 4.8, which does not exist\n");
  EXPECT_EQ(faults("contract", "4.9, 4.8"), "a.cpp:1: cites contract 4.8, which does not exist\n");
  EXPECT_EQ(faults("contract", "4.9 to\n// 5.2)"),
            "a.cpp:1: cites contract 5.2, which does not exist\n");
  EXPECT_EQ(faults("contract", "4.9\n// and 5.2)"),
            "a.cpp:1: cites contract 5.2, which does not exist\n");
  EXPECT_EQ(faults("storage.md", "4"), "a.cpp:1: cites storage 4, which does not exist\n");
}

TEST(Citations, of_pages_without_numbers_are_faults) {
  EXPECT_EQ(faults("metrics.md", "4"),
            "a.cpp:1: cites metrics.md"
            " 4, which is not a page with numbered paragraphs\n");
  EXPECT_EQ(faults("decisions", "4.9"),
            "a.cpp:1: cites decisions"
            " 4.9, which is not a page with numbered paragraphs\n");
}

TEST(Citations, on_the_contract_itself_need_no_name) {
  const auto page =
      file_of("docs/reference/contract/5-versions.md", "as in sending (4.9, 4.8), 30 (4)\n");
  EXPECT_EQ(text_of(faults_of_own_citations(page, {"4.9"})),
            "docs/reference/contract/5-versions.md:1: cites 4.8, which does not exist\n");
}

TEST(Project, citations_lead_to_paragraphs) {
  const auto paragraphs = paragraphs_of(tree());
  const auto findings =
      in_whole_tree([&](const File& file) { return faults_of_citations(file, paragraphs); });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, contract_cites_its_own_paragraphs) {
  const auto paragraphs = paragraphs_of(tree());
  const auto findings = in_whole_tree([&](const File& file) {
    return file.path.starts_with("docs/reference/contract/")
               ? faults_of_own_citations(file, paragraphs.at("contract"))
               : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, every_paragraph_has_a_number_of_its_own) {
  const auto findings = faults_of_numbers(tree());
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions::citations_test
