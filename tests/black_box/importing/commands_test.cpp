// Tests the commands of the sales database without an exchange.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "served/desk.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::importing_tests {
namespace {

using served::Desk;
using served::Ended;

class SalesCommand : public testing::Test {
 public:
  SalesCommand() {
    EXPECT_EQ(desk.tradepost("sales init").exit_code, 0);
    EXPECT_EQ(desk.tradepost("sales load " + source_dir() + "/examples/sales").exit_code, 0);
  }
  Ended enter(const std::string& words) const {
    return desk.tradepost("sales order enter --customer 20417 --number A-1 --date 2026-03-02 " +
                          words);
  }

  Desk desk;
};

TEST_F(SalesCommand, order_from_a_file_is_booked_and_shown) {
  desk.write("lines.csv", "article;quantity;free;comments\n9521001030014;12;1;\"kühl; trocken\"\n");
  EXPECT_EQ(enter("--lines lines.csv --comments 'Bitte morgens'").out, "order 1 is entered\n");
  const Ended shown = desk.tradepost("sales order show A-1");
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_TRUE(shown.out.contains("Bitte morgens")) << shown.out;
  EXPECT_TRUE(shown.out.contains("568.80")) << shown.out;
  EXPECT_TRUE(desk.tradepost("sales list").out.contains("by hand"));
}

TEST_F(SalesCommand, order_that_is_not_booked_says_why_and_ends_with_1) {
  const Ended unknown = enter("--line 4711:1 --line 20-1001:x");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_TRUE(unknown.err.contains("Item 1: The supplier's number 4711 was not found"))
      << unknown.err;
  EXPECT_TRUE(unknown.err.contains("Item 2: quantity \"x\" is not a number")) << unknown.err;
  EXPECT_EQ(enter("--line 20-1001:1 --place SÜD").exit_code, 1);
  EXPECT_EQ(enter("").exit_code, 2);
  EXPECT_EQ(enter("--line 20-1001:1").exit_code, 0);
  EXPECT_TRUE(enter("--line 20-1001:1").err.contains("is already booked, as our order 1"));
  EXPECT_EQ(enter("--line 20-1001:2 --update").out, "order 1 is updated\n");
}

TEST_F(SalesCommand, held_order_is_released_before_it_is_answered) {
  EXPECT_EQ(enter("--line 20-1001:10:CS:9.99").exit_code, 0);
  const Ended answered = desk.tradepost("sales order answer A-1");
  EXPECT_EQ(answered.exit_code, 1);
  EXPECT_TRUE(answered.err.contains("is held: Item 1: the price of 20-1001 is 9.99 per CS"));
  EXPECT_EQ(desk.tradepost("sales order release A-1").out, "order 1 is open\n");
  EXPECT_EQ(desk.tradepost("sales order answer A-1 --confirm 1=8").out, "AB-1 waits to be sent\n");
  EXPECT_EQ(desk.tradepost("sales order answer A-1 --confirm 1").exit_code, 2);
}

TEST_F(SalesCommand, faulty_file_of_master_data_loads_nothing_and_ends_with_1) {
  desk.write("prices.csv", "product,unit,amount\n20-1001,CS,-1\n");
  const Ended loaded = desk.tradepost("sales load prices.csv");
  EXPECT_EQ(loaded.exit_code, 1);
  EXPECT_TRUE(loaded.err.contains("prices.csv line 2: ")) << loaded.err;
}

TEST_F(SalesCommand, nul_in_a_file_is_refused_with_file_and_line) {
  using std::string_literals::operator""s;
  desk.write("customers.csv", "number,name\n99,Neu\n98,a\0b\n"s);
  const Ended loaded = desk.tradepost("sales load customers.csv");
  EXPECT_EQ(loaded.exit_code, 1);
  EXPECT_TRUE(loaded.err.contains("customers.csv line 3: The line has a NUL")) << loaded.err;
  EXPECT_TRUE(loaded.err.contains("Nothing was loaded.")) << loaded.err;
  desk.write("in/lines.csv", "article;quantity;comments\n20-1001;1;a\0b\n"s);
  const Ended entered = enter("--lines in/lines.csv");
  EXPECT_EQ(entered.exit_code, 1);
  EXPECT_TRUE(entered.err.contains("in/lines.csv line 2: The line has a NUL")) << entered.err;
}

TEST_F(SalesCommand, misnamed_file_is_refused_with_the_names_that_are_expected) {
  desk.write("other.csv", "a\n");
  desk.write("misnamed/customers.csv", "number,name\n99,Neu\n");
  desk.write("misnamed/customer.csv", "number,name\n98,Neu\n");
  desk.write("shouted/Customers.CSV", "number,name\n98,Neu\n");
  desk.write("without/notes.txt", "x\n");
  for (const char* const path : {"other.csv", "nowhere.csv", "misnamed", "misnamed/customer.csv",
                                 "shouted", "without", "misnamed/customers.csv shouted"}) {
    const Ended refused = desk.tradepost(fmt::format("sales load {}", path));
    EXPECT_EQ(refused.exit_code, 2) << path;
    EXPECT_EQ(refused.out, "") << path;
    for (const char* const name : {"customers.csv", "buyer-numbers.csv", "prices.csv"}) {
      EXPECT_TRUE(refused.err.contains(name)) << path << refused.err;
    }
  }
  EXPECT_TRUE(desk.tradepost("sales load misnamed").err.contains("misnamed/customer.csv is not"));
  EXPECT_EQ(desk.shell("sqlite3 sales.db 'SELECT count(*) FROM customer WHERE name = \"Neu\"'").out,
            "0\n");
}

TEST_F(SalesCommand, other_files_of_a_folder_are_left_out) {
  desk.write("data/customers.csv", "number,name\n99,Neu\n");
  desk.write("data/readme.txt", "x\n");
  desk.write("data/._customers.csv", "x\n");
  const Ended loaded = desk.tradepost("sales load data");
  EXPECT_EQ(loaded.out, "1 rows of 1 files loaded\n") << loaded.err;
}

TEST_F(SalesCommand, password_on_the_command_line_is_refused_and_not_repeated) {
  const auto expect_refused = [&](const std::string& words) {
    const Ended refused = desk.tradepost(words);
    EXPECT_EQ(refused.exit_code, 2) << words << refused.err;
    EXPECT_FALSE((refused.out + refused.err).contains("hidden")) << words << refused.err;
    return refused.err;
  };
  for (const char* const address : {"postgres://clerk:hidden@/x", "postgres:///x?password=hidden",
                                    "postgresql://clerk:hidden@host:port/x",
                                    "user=a password=hidden", "postgres://clerk:hidden@[1/x"}) {
    expect_refused(fmt::format("sales init --database '{}'", address));
    expect_refused(fmt::format("sales list --database='{}'", address));
  }
  for (const char* const words :
       {"sales init", "sales load .", "sales list", "sales lines", "sales documents",
        "sales order show 1", "sales order release 1", "sales order answer 1", "sales order ship 1",
        "sales order invoice 1",
        "sales order enter --customer 1 --number 1 --date 2026-03-02 --line 1:1",
        "import --once --token t"}) {
    const std::string said =
        expect_refused(fmt::format("{} --database postgres://clerk:hidden@/x", words));
    EXPECT_TRUE(said.contains("PGPASSFILE") && said.contains("TRADEPOST_SALES")) << said;
  }
}

TEST_F(SalesCommand, help_does_not_show_the_database_of_the_environment) {
  desk.set("TRADEPOST_SALES", "postgres://clerk:hidden@/x");
  const Ended help = desk.tradepost("sales list --help");
  EXPECT_TRUE(help.out.contains("TRADEPOST_SALES")) << help.out;
  EXPECT_FALSE(help.out.contains("hidden")) << help.out;
}

TEST_F(SalesCommand, unknown_order_and_missing_database_end_with_3) {
  EXPECT_EQ(desk.tradepost("sales order show 99").exit_code, 3);
  const Ended none = desk.tradepost("sales list --database other.db");
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_TRUE(none.err.contains("tradepost sales init")) << none.err;
  EXPECT_EQ(desk.shell("test -e other.db").exit_code, 1);
}

TEST_F(SalesCommand, lines_are_printed_for_programs) {
  EXPECT_EQ(enter("--line 20-1001:10:CS").exit_code, 0);
  EXPECT_EQ(desk.tradepost("sales order answer 1 --confirm 1=8").exit_code, 0);
  const auto lines = served::lines_of(desk.tradepost("sales lines --json --differences").out);
  ASSERT_EQ(lines.size(), 2u);  // the crate and its deposit
  EXPECT_TRUE(lines[0].contains(R"("ordered":10,"confirmed":8,"shipped":null)")) << lines[0];
}

}  // namespace
}  // namespace tradepost::importing_tests
