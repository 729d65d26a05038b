#include "sales/ground/csv.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tradepost::sales {
namespace {

std::vector<std::vector<std::string>> fields_of(std::string_view text) {
  const auto rows = read_csv(text);
  std::vector<std::vector<std::string>> all;
  EXPECT_TRUE(rows) << rows.error().sentence;
  if (rows) {
    for (const CsvRow& row : *rows) all.push_back(row.fields);
  }
  return all;
}

std::string fault_of(std::string_view text) {
  const auto rows = read_csv(text);
  return rows ? "none" : std::to_string(rows.error().line) + " " + rows.error().sentence;
}

using Fields = std::vector<std::vector<std::string>>;

TEST(Csv, commas_semicolons_quotes_and_ends_of_lines) {
  EXPECT_EQ(fields_of("a,b\n1,2\n"), (Fields{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(fields_of("\xef\xbb\xbf"
                      "a;b\r\n1,5; 2 \r\n"),
            (Fields{{"a", "b"}, {"1,5", "2"}}));
  EXPECT_EQ(fields_of("a,b\n\"x, \"\"y\"\"\nz\",\n"), (Fields{{"a", "b"}, {"x, \"y\"\nz", ""}}));
  EXPECT_EQ(fields_of("a\n\n1"), (Fields{{"a"}, {"1"}}));
}

TEST(Csv, line_of_a_row_counts_the_lines_inside_of_fields) {
  const auto rows = read_csv("a\n\"1\n2\"\n3\n");
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->back().line, 4u);
}

TEST(Csv, faults_have_their_line) {
  EXPECT_EQ(fault_of("a,b\n1\n"), "2 The line has 1 fields, but the header has 2.");
  EXPECT_EQ(fault_of("a\n\"1\n"), "2 The line has a quotation mark that is not closed.");
  EXPECT_EQ(fault_of("a\n\"1\"2\n"), "2 The line has text after a closing quotation mark.");
  EXPECT_EQ(fault_of("a\n1\"2\n"),
            "2 The line has a quotation mark inside of a field without them.");
  EXPECT_EQ(fault_of("\xff"), "1 The file is not UTF-8. Save it as CSV UTF-8.");
  EXPECT_EQ(fault_of(""), "1 The file has no header line.");
}

TEST(Csv, nul_is_a_fault_of_its_line) {
  using std::string_literals::operator""s;
  const std::string sentence =
      " The line has a NUL character, which no text can have. Remove it, or save the file as CSV "
      "UTF-8.";
  EXPECT_EQ(fault_of("a,b\n1,x\0y\n"s), "2" + sentence);
  EXPECT_EQ(fault_of("a,b\n1,\"x\n\0\"\n"s), "3" + sentence);
  EXPECT_EQ(fault_of("\0a,b\n"s), "1" + sentence);
  EXPECT_EQ(fault_of("a\n1\n\0"s), "3" + sentence);
  EXPECT_EQ(fault_of("a\0\n\0"s), "1" + sentence);
}

}  // namespace
}  // namespace tradepost::sales
