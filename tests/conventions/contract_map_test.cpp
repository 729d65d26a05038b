#include "conventions/contract_map.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "conventions/citations.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::conventions {
namespace {

const std::vector<File>& some_files() {
  static const std::vector<File> files = {
      file_of("tests/a_test.cpp",
              "// Covers contract 4.8.\nTEST(Send, repeat_is_reported) {}\n"
              "TEST_F(Fixture,\n       breaks_its_line) {}\n// TEST(Send, gone) {}\n"),
      file_of("src/b_test.cpp", "TEST_P(Table, row) {}\n"),
      file_of("tests/words/suite",
              "#!/bin/sh\n# Covers contract 4.9 and 4.10.\n# It takes 1.5 s.\n"),
  };
  return files;
}

TEST(Tests, are_read_from_code_alone) {
  EXPECT_EQ(tests_in(some_files()[0]),
            (std::set<std::string>{"Send.repeat_is_reported", "Fixture.breaks_its_line"}));
  EXPECT_TRUE(tests_in(some_files()[2]).empty());
}

TEST(Coverage, is_read_from_comments) {
  EXPECT_EQ(covered_by(some_files()[0]), (std::set<std::string>{"4.8"}));
  EXPECT_TRUE(covered_by(some_files()[1]).empty());
  EXPECT_EQ(covered_by(some_files()[2]), (std::set<std::string>{"4.9", "4.10"}));
  EXPECT_EQ(
      covered_by(file_of("a_test.cpp", "// Covers contract 4.8,\n// 4.9 and 4.10.\n// 5.1.\n")),
      (std::set<std::string>{"4.8", "4.9", "4.10"}));
  EXPECT_TRUE(covered_by(file_of("a_test.cpp", "// It fails as contract 4.8 says.\n")).empty());
}

TEST(Map, has_a_row_for_each_paragraph_in_order) {
  auto files = some_files();
  files.push_back(file_of("docs/reference/contract/4-sending.md",
                          "# 4. Sending\n## 4.10 The end\n## 4.8 Repeats\n"));
  const std::string page = contract_map(files);
  EXPECT_TRUE(
      page.ends_with("|---|---|---|\n"
                     "| 4.8 | Repeats | `tests/a_test.cpp` |\n"
                     "| 4.10 | The end | `tests/words/suite` |\n"))
      << page;
}

TEST(Map, paragraph_without_a_test_is_a_fault) {
  auto files = some_files();
  files.push_back(file_of("docs/reference/contract/4-sending.md", "## 4.7 It\n## 4.8 Repeats\n"));
  EXPECT_EQ(text_of(faults_of_coverage(files)),
            "docs/reference/contract/4-sending.md: 4.7 has no test\n");
}

TEST(Project, map_of_the_contract_is_fresh) {
  const std::string path = std::string(source_dir()) + "/docs/internals/contract-map.md";
  const std::string page = contract_map(tree());
  if (run::writes_goldens()) std::ofstream(path) << page;
  std::ifstream file(path);
  const std::string written{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(written == page) << "./test --refresh conventions writes " << path;
}

TEST(Project, every_paragraph_of_the_contract_has_a_test) {
  const auto findings = faults_of_coverage(tree());
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
