#include "house/contract_map.hpp"

#include <gtest/gtest.h>

namespace tradepost::house {
namespace {

const std::vector<File>& some_files() {
  static const std::vector<File> files = {
      file_of("tests/a_test.cpp",
              "TEST(Decision_4_8, repeat_is_told) {}\nTEST_F(Fixture,\n       breaks_its_line) {}\n"
              "// TEST(Decision_4_8, gone) {}\n"),
      file_of("src/b_test.cpp", "TEST_P(Table, row) {}\n"),
      file_of("tests/words/suite", "#!/bin/sh\n"),
  };
  return files;
}

std::string map_faults(std::string_view cell) {
  const std::string page =
      "| room | holds |\n|---|---|\n| label, app | labels |\n\n"
      "| p | says | held by |\n|---|---|---|\n| 1 | it | ";
  return told(faults_of_map(file_of("map.md", page + std::string(cell) + " |\n"), some_files()));
}

TEST(Tests, are_read_from_code_alone) {
  EXPECT_EQ(tests_in(some_files()[0]),
            (std::set<std::string>{"Decision_4_8.repeat_is_told", "Fixture.breaks_its_line"}));
  EXPECT_TRUE(tests_in(some_files()[2]).empty());
}

TEST(Map, with_tests_that_are_there_is_fine) {
  EXPECT_EQ(map_faults("`tests/a_test.cpp`: `Decision_4_8.repeat_is_told`, "
                       "`Fixture.breaks_its_line`; `src/b_test.cpp`: `Table.row`"),
            "");
  EXPECT_EQ(map_faults("`tests/words/suite`"), "");
  EXPECT_EQ(map_faults("to come: label"), "");
  EXPECT_EQ(map_faults("`tests/words/suite`; to come: label, app"), "");
}

TEST(Map, that_names_what_is_not_there_is_a_fault) {
  EXPECT_EQ(map_faults("`tests/a_test.cpp`: `Decision_4_8.gone`"),
            "map.md:7: names Decision_4_8.gone, which tests/a_test.cpp does not have\n");
  EXPECT_EQ(map_faults("`tests/a_test.cpp`: `Table.row`"),
            "map.md:7: names Table.row, which tests/a_test.cpp does not have\n");
  EXPECT_EQ(map_faults("`tests/c_test.cpp`: `Table.row`"),
            "map.md:7: names tests/c_test.cpp, which is not there\n");
  EXPECT_EQ(map_faults("`Table.row`"), "map.md:7: names Table.row and not its file\n");
}

TEST(Map, row_that_says_nothing_is_a_fault) {
  EXPECT_EQ(map_faults(""), "map.md:7: says neither what holds it nor what is to come\n");
  EXPECT_EQ(map_faults("soon"), "map.md:7: says neither what holds it nor what is to come\n");
}

TEST(Map, that_waits_for_what_is_no_room_is_a_fault) {
  EXPECT_EQ(map_faults("`tests/words/suite`; to come: app, lables"),
            "map.md:7: waits for lables, which is no room here\n");
}

TEST(Map, without_a_numbered_suite_is_a_fault) {
  EXPECT_EQ(told(faults_of_numbered_suites(file_of("map.md", ""), some_files())),
            "tests/a_test.cpp: Decision_4_8 is not on map.md\n");
  EXPECT_EQ(
      told(faults_of_numbered_suites(
          file_of("map.md", "| 4.8 | it | `tests/a_test.cpp`: `Decision_4_8.repeat_is_told` |"),
          some_files())),
      "");
}

TEST(House, map_of_the_contract_names_tests_that_are_there) {
  const auto findings = faults_of_map(file_at("docs/contract-map.md"), tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(House, every_numbered_suite_is_on_the_map) {
  const auto findings = faults_of_numbered_suites(file_at("docs/contract-map.md"), tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

}  // namespace
}  // namespace tradepost::house
