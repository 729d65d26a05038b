#include "conventions/contract_map.hpp"

#include <gtest/gtest.h>

#include "conventions/citations.hpp"

namespace tradepost::conventions {
namespace {

const std::vector<File>& some_files() {
  static const std::vector<File> files = {
      file_of(
          "tests/a_test.cpp",
          "TEST(Decision_4_8, repeat_is_reported) {}\nTEST_F(Fixture,\n       breaks_its_line) {}\n"
          "// TEST(Decision_4_8, gone) {}\n"),
      file_of("src/b_test.cpp", "TEST_P(Table, row) {}\n"),
      file_of("tests/words/suite", "#!/bin/sh\n"),
  };
  return files;
}

std::string map_faults(std::string_view cell) {
  const std::string page = "| p | says | held by |\n|---|---|---|\n| 1 | it | ";
  return told(faults_of_map(file_of("map.md", page + std::string(cell) + " |\n"), some_files()));
}

TEST(Tests, are_read_from_code_alone) {
  EXPECT_EQ(tests_in(some_files()[0]),
            (std::set<std::string>{"Decision_4_8.repeat_is_reported", "Fixture.breaks_its_line"}));
  EXPECT_TRUE(tests_in(some_files()[2]).empty());
}

TEST(Map, with_tests_that_are_there_is_fine) {
  EXPECT_EQ(map_faults("`tests/a_test.cpp`: `Decision_4_8.repeat_is_reported`, "
                       "`Fixture.breaks_its_line`; `src/b_test.cpp`: `Table.row`"),
            "");
  EXPECT_EQ(map_faults("`tests/words/suite`"), "");
}

TEST(Map, that_names_what_is_not_there_is_a_fault) {
  EXPECT_EQ(map_faults("`tests/a_test.cpp`: `Decision_4_8.gone`"),
            "map.md:3: names Decision_4_8.gone, which tests/a_test.cpp does not have\n");
  EXPECT_EQ(map_faults("`tests/a_test.cpp`: `Table.row`"),
            "map.md:3: names Table.row, which tests/a_test.cpp does not have\n");
  EXPECT_EQ(map_faults("`tests/c_test.cpp`: `Table.row`"),
            "map.md:3: names tests/c_test.cpp, which is not there\n");
  EXPECT_EQ(map_faults("`Table.row`"), "map.md:3: names Table.row and not its file\n");
}

TEST(Map, row_without_a_test_is_a_fault) {
  EXPECT_EQ(map_faults(""), "map.md:3: names no test\n");
  EXPECT_EQ(map_faults("soon"), "map.md:3: names no test\n");
}

TEST(Map, without_a_numbered_suite_is_a_fault) {
  EXPECT_EQ(told(faults_of_numbered_suites(file_of("map.md", ""), some_files())),
            "tests/a_test.cpp: Decision_4_8 is not on map.md\n");
  EXPECT_EQ(
      told(faults_of_numbered_suites(
          file_of("map.md", "| 4.8 | it | `tests/a_test.cpp`: `Decision_4_8.repeat_is_reported` |"),
          some_files())),
      "");
}

TEST(Map, without_a_paragraph_or_with_one_that_is_none_is_a_fault) {
  const auto map = file_of("map.md", "| 4.8 | it | `a` |\n| 4.9 | it | `a` |\n");
  EXPECT_EQ(told(faults_of_rows(map, {"4", "4.8", "4.9"})), "");
  EXPECT_EQ(told(faults_of_rows(map, {"4", "4.8", "4.10"})),
            "map.md:2: is about 4.9, which is no paragraph\nmap.md: has no row about 4.10\n");
}

TEST(Suites, with_the_number_of_no_paragraph_are_faults) {
  EXPECT_EQ(told(faults_of_suite_numbers(some_files(), {"4.8"})), "");
  EXPECT_EQ(told(faults_of_suite_numbers(some_files(), {"4", "4.9"})),
            "tests/a_test.cpp: Decision_4_8 has the number of no paragraph\n");
}

TEST(Project, map_of_the_contract_names_tests_that_are_there) {
  const auto findings = faults_of_map(file_at("docs/internals/contract-map.md"), tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(Project, every_numbered_suite_is_on_the_map) {
  const auto findings =
      faults_of_numbered_suites(file_at("docs/internals/contract-map.md"), tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(Project, map_and_contract_have_the_same_paragraphs) {
  const auto findings = faults_of_rows(file_at("docs/internals/contract-map.md"),
                                       paragraphs_of(tree()).at("contract"));
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(Project, numbers_of_suites_are_paragraphs) {
  const auto findings = faults_of_suite_numbers(tree(), paragraphs_of(tree()).at("contract"));
  EXPECT_TRUE(findings.empty()) << told(findings);
}

}  // namespace
}  // namespace tradepost::conventions
