// `tradepost import` between an exchange and a sales database.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "api/json.hpp"
#include "cases/trade.hpp"
#include "commands/desk.hpp"
#include "polling.hpp"
#include "served/binary.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::importing_tests {
namespace {

using cases_tests::Trade;
using commands_tests::Desk;

constexpr std::string_view crate =
    R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":3})";
constexpr std::string_view unknown =
    R"({"identifiers":[{"identifier":"9521001070034"}],"quantity":3})";

class Importing : public testing::Test {
 public:
  Importing() {
    desk_.write("token", trade_.supplier.token + "\n");
    desk_.set("TRADEPOST_URL", fmt::format("http://127.0.0.1:{}", trade_.exchange().port()));
    EXPECT_EQ(desk_.tradepost("sales init").exit_code, 0);
    EXPECT_EQ(desk_.tradepost("sales load " + source_dir() + "/examples/sales").exit_code, 0);
  }
  ~Importing() override {
    if (process_ >= 0) {
      EXPECT_EQ(ends(), 0);
    }
  }

  void begins() { process_ = desk_.begin("import --token-file token"); }
  int ends() {
    ::kill(process_, SIGTERM);
    return Desk::wait_for(std::exchange(process_, -1));
  }
  void is_killed() { Desk::kill(std::exchange(process_, -1)); }

  // An order of the customer: its id.
  std::string orders(std::string_view number, std::string_view items = crate,
                     const std::string& token = "") {
    const std::string body = fmt::format(
        R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
        R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
        R"("orderDate":"2026-03-02"}},"items":[{}]}}}})",
        cases_tests::customer_gln, cases_tests::supplier_gln, number, items);
    const auto answer = trade_.asks(token.empty() ? trade_.customer.token : token, "POST",
                                    "/v2/transactions", body);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return api_tests::at(answer.body, "platformTransactionId");
  }
  void until(std::string_view what, const std::function<bool()>& is_so) {
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::seconds(served::binary_is_slow() ? 80 : 20);
    while (!is_so()) {
      if (std::chrono::steady_clock::now() > deadline) {
        ADD_FAILURE() << what << " did not come\n" << desk_.said();
        return;
      }
      pause_between_looks();
    }
  }
  void has_status(const std::string& id, std::string_view status) {
    until(status, [&] { return trade_.status(id) == status; });
  }
  std::string sql(const std::string& query) const {
    return desk_.shell(fmt::format("sqlite3 -cmd '.timeout 10000' sales.db \"{}\"", query)).out;
  }
  std::size_t received_by_customer() { return trade_.pending(trade_.customer).size(); }

  Trade trade_;
  Desk desk_;

 private:
  int process_ = -1;
};

TEST_F(Importing, order_is_booked_and_its_answers_come_back) {
  const std::string id = orders("4711");
  begins();
  has_status(id, "SUCCESS");
  EXPECT_EQ(sql("SELECT source FROM sales_order"), id + "\n");
  EXPECT_EQ(desk_.tradepost("sales order answer 4711").out, "AB-1 waits to be sent\n");
  EXPECT_EQ(desk_.tradepost("sales order ship 4711").exit_code, 0);
  EXPECT_EQ(desk_.tradepost("sales order invoice 4711").exit_code, 0);
  until("three answers", [&] { return received_by_customer() == 3; });
  until("their states", [&] { return sql("SELECT DISTINCT state FROM document") == "sent\n"; });
}

TEST_F(Importing, partial_failure_in_one_bulk_reports_each_document_by_itself) {
  const std::string good = orders("1");
  const std::string bad = orders("2", unknown);
  const std::string last = orders("3");
  begins();
  has_status(good, "SUCCESS");
  has_status(bad, "FAILED");
  has_status(last, "SUCCESS");
  EXPECT_EQ(sql("SELECT count(*) FROM sales_order"), "2\n");
  const std::string shown = trade_.gets(trade_.customer, "/v2/all-transactions/" + bad).body;
  EXPECT_TRUE(shown.contains("The GTIN 9521001070034 was not found among our products.")) << shown;
  EXPECT_TRUE(shown.contains(R"("content.items.0.identifiers":"9521001070034")")) << shown;
}

TEST_F(Importing, report_that_contradicts_another_one_keeps_no_other_report) {
  const std::string one = orders("1");
  const std::string other = orders("2", unknown);
  trade_.processes(other);  // by somebody else, before the importer looks
  begins();
  has_status(one, "SUCCESS");
  EXPECT_EQ(trade_.status(other), "SUCCESS");
}

TEST_F(Importing, connection_lost_after_the_post_sends_nothing_twice) {
  const std::string id = orders("4711");
  begins();
  has_status(id, "SUCCESS");
  EXPECT_EQ(desk_.tradepost("sales order answer 4711").exit_code, 0);
  until("the answer", [&] { return sql("SELECT state FROM document") == "sent\n"; });
  const std::string sent = sql("SELECT transaction_id FROM document");
  EXPECT_EQ(ends(), 0);
  // What the exchange has said was never read.
  sql("UPDATE document SET state = 'waiting', transaction_id = ''");
  begins();
  until("the answer again", [&] { return sql("SELECT state FROM document") == "sent\n"; });
  EXPECT_EQ(sql("SELECT transaction_id FROM document"), sent);
  EXPECT_EQ(received_by_customer(), 1u);
}

TEST_F(Importing, new_version_updates_the_order_and_is_a_fault_after_a_delivery) {
  const std::string first = orders("4711");
  begins();
  has_status(first, "SUCCESS");
  const auto crates = [](int count) {
    return fmt::format(R"({{"identifiers":[{{"identifier":"9521001010016"}}],"quantity":{}}})",
                       count);
  };
  has_status(orders("4711", crates(5)), "SUCCESS");
  EXPECT_EQ(sql("SELECT quantity FROM order_line ORDER BY position"), "5\n5\n");
  EXPECT_EQ(desk_.tradepost("sales order ship 1").exit_code, 0);
  has_status(orders("4711", crates(7)), "FAILED");
  EXPECT_EQ(sql("SELECT count(*) FROM sales_order"), "1\n");
}

TEST_F(Importing, requeued_order_is_booked_after_the_product_was_loaded) {
  const std::string id = orders("4711", unknown);
  begins();
  has_status(id, "FAILED");
  desk_.write("products.csv", "number,name,tax\n70-7003,Schürze,S19\n");
  desk_.write("packagings.csv", "product,unit\n70-7003,EA\n");
  desk_.write("gtins.csv", "gtin,product,unit\n9521001070034,70-7003,EA\n");
  desk_.write("prices.csv", "product,unit,amount\n70-7003,EA,9.50\n");
  const auto loaded =
      desk_.tradepost("sales load products.csv packagings.csv gtins.csv prices.csv");
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err;
  trade_.does(trade_.customer, "POST", fmt::format("/v2/all-transactions/{}/requeue", id));
  until("the order", [&] { return sql("SELECT count(*) FROM sales_order") == "1\n"; });
}

TEST_F(Importing, test_token_books_nothing) {
  desk_.write("token", trade_.token(trade_.supplier, R"(,"flow":"TEST")") + "\n");
  const std::string buyer = trade_.token(trade_.customer, R"(,"flow":"TEST")");
  const std::string id = orders("4711", crate, buyer);
  begins();
  until("the report", [&] {
    return trade_.asks(buyer, "GET", "/v2/all-transactions/" + id).body.contains("SUCCESS");
  });
  EXPECT_EQ(sql("SELECT count(*) FROM sales_order"), "0\n");
}

TEST_F(Importing, killed_again_and_again_each_order_is_booked_once) {
  constexpr int kills = 5;
  std::vector<std::string> ids;
  for (int round = 0; round < kills; ++round) {
    begins();
    for (int i = 0; i < 10; ++i) {
      ids.push_back(orders(fmt::format("{}-{}", round, i), i % 5 == 4 ? unknown : crate));
    }
    // While it is at work, at another place each time.
    until("some orders", [&] {
      return sql(fmt::format("SELECT count(*) >= {} FROM sales_order", round * 9)) == "1\n";
    });
    is_killed();
  }
  begins();
  for (std::size_t i = 0; i < ids.size(); ++i)
    has_status(ids[i], i % 5 == 4 ? "FAILED" : "SUCCESS");
  EXPECT_EQ(sql("SELECT count(*), count(DISTINCT customer_order) FROM sales_order"), "40|40\n");
  EXPECT_EQ(sql("SELECT count(*) FROM received"), "50\n");
}

}  // namespace
}  // namespace tradepost::importing_tests
