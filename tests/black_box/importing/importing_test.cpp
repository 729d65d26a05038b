// Tests `tradepost import` between an exchange and a sales database.

#include "importing/importing.hpp"

namespace tradepost::importing_tests {
namespace {

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
  trade_.processes(other);  // by another program, before the importer polls
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
  // This is the state of an importer that never read the exchange's answer.
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

TEST_F(Importing, once_takes_what_is_pending_sends_the_answers_and_ends_with_0) {
  const std::string good = orders("1");
  const std::string bad = orders("2", unknown);
  const Ended first = desk_.tradepost("import --token-file token --once");
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(trade_.status(good), "SUCCESS");
  EXPECT_EQ(trade_.status(bad), "FAILED");
  EXPECT_EQ(desk_.tradepost("sales order answer 1").exit_code, 0);
  EXPECT_EQ(desk_.tradepost("import --token-file token --once").exit_code, 0);
  EXPECT_EQ(received_by_customer(), 1u);
  EXPECT_EQ(sql("SELECT count(*) FROM received"), "2\n");
}

TEST_F(Importing, once_without_an_exchange_ends_with_3_and_loses_nothing) {
  const std::string id = orders("1");
  const Ended away = desk_.tradepost("import --token-file token --once --url http://127.0.0.1:1");
  EXPECT_EQ(away.exit_code, 3) << away.err;
  EXPECT_EQ(desk_.tradepost("import --token-file token --once").exit_code, 0);
  EXPECT_EQ(trade_.status(id), "SUCCESS");
}

TEST_F(Importing, killed_again_and_again_each_order_is_booked_once) {
  constexpr int kills = 5;
  std::vector<std::string> ids;
  for (int round = 0; round < kills; ++round) {
    begins();
    for (int i = 0; i < 10; ++i) {
      ids.push_back(orders(fmt::format("{}-{}", round, i), i % 5 == 4 ? unknown : crate));
    }
    // Each round interrupts the importer at a different point of its work.
    until("some orders", [&] {
      return sql(fmt::format("SELECT count(*) >= {} FROM sales_order", round * 9)) == "1\n";
    });
    is_killed();
  }
  begins();
  // All earlier orders may be booked already. This one shows that the importer works before the
  // test ends it.
  ids.push_back(orders("the last one"));
  for (std::size_t i = 0; i < ids.size(); ++i)
    has_status(ids[i], i % 5 == 4 ? "FAILED" : "SUCCESS");
  EXPECT_EQ(sql("SELECT count(*), count(DISTINCT customer_order) FROM sales_order"), "41|41\n");
  EXPECT_EQ(sql("SELECT count(*) FROM received"), "51\n");
}

}  // namespace
}  // namespace tradepost::importing_tests
