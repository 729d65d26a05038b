// Tests that texts of customers and of files are stored unchanged in the sales database, and reach
// a terminal only escaped.

#include "importing/importing.hpp"

namespace tradepost::importing_tests::foreign_text_test {
namespace {

using served::danger_in;
using served::hostile_json;
using served::hostile_text;

class ForeignTextOfSales : public Importing {
 public:
  void expect_harmless(const std::string& words) const {
    const Ended ended = desk_.tradepost(words);
    EXPECT_EQ(danger_in(ended.out), "") << words;
    EXPECT_EQ(danger_in(ended.err), "") << words;
    EXPECT_TRUE((ended.out + ended.err).contains("pwned")) << words << ended.out << ended.err;
  }
};

TEST_F(ForeignTextOfSales, no_order_of_a_customer_controls_the_terminal) {
  const std::string taken = orders(hostile_json);
  const std::string refused = orders(
      "4712",
      fmt::format(R"({{"identifiers":[{{"domain":"BUYER","identifier":"{}"}}],"quantity":3}})",
                  hostile_json));
  begins();
  has_status(taken, "SUCCESS");
  has_status(refused, "FAILED");
  for (const char* const words :
       {"sales list", "sales order show 1", "sales documents", "sales lines --json"}) {
    expect_harmless(words);
  }
  EXPECT_EQ(danger_in(desk_.tradepost("sales lines").out), "");
  EXPECT_EQ(danger_in(desk_.said()), "");
}

TEST_F(ForeignTextOfSales, no_field_of_a_file_controls_the_terminal) {
  const std::string field = "\"" + std::string(hostile_text) + "\"";
  desk_.write("customers.csv",
              "number,name,tolerance\n" + field + "," + field + "," + field + "\n");
  desk_.write("products.csv", "number,name,tax\n" + field + "," + field + "," + field + "\n");
  desk_.write("places.csv", field + "\n" + field + "\n");
  desk_.write("box/" + std::string(hostile_text) + ".csv", "a\n");
  for (const char* const words : {"sales load customers.csv", "sales load products.csv",
                                  "sales load places.csv", "sales load box"}) {
    expect_harmless(words);
  }
  desk_.write("lines.csv",
              "article,quantity,comments\n" + field + "," + field + "," + field + "\n");
  expect_harmless(
      "sales order enter --customer 20417 --number A-1 --date 2026-03-02 --lines lines.csv");
  desk_.write("good.csv", "article,quantity,comments\n20-1001,3," + field + "\n");
  EXPECT_EQ(desk_
                .tradepost("sales order enter --customer 20417 --number A-1 --date 2026-03-02 "
                           "--lines good.csv --comments \"$(printf 'pwned\\033[2J\\nforged')\"")
                .exit_code,
            0);
  expect_harmless("sales order show A-1");
}

}  // namespace
}  // namespace tradepost::importing_tests::foreign_text_test
