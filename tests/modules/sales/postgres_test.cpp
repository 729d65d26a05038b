// The sales database has the same rows in PostgreSQL as in SQLite, in every case.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "database/connection.hpp"
#include "postgres/postgres_server.hpp"
#include "sales/answers/answers.hpp"
#include "sales/orders/lines.hpp"
#include "sales/shop.hpp"

namespace tradepost::sales_tests {
namespace {

class InPostgres : public testing::Test {
 public:
  static void SetUpTestSuite() { server_ = std::make_unique<postgres::PostgresServer>(); }
  static void TearDownTestSuite() { server_.reset(); }

  // Returns the address of an empty database.
  static std::string fresh() {
    static int number = 0;
    const std::string name = "sales" + std::to_string(++number);
    const auto connection = database::Connection::open(
        {.address = server_->address(), .application_name = "tradepost tests"});
    EXPECT_TRUE(connection && (*connection)->run("CREATE DATABASE " + name));
    return server_->address(name);
  }
  static postgres::PostgresServer& server() { return *server_; }

 private:
  static inline std::unique_ptr<postgres::PostgresServer> server_;
};

std::string life(Shop& shop) {
  std::string text;
  const auto all = sales::line_lives(shop.books(), 0);
  EXPECT_TRUE(all);
  for (const auto& one : *all) text += one.product + " " + one.difference() + "\n";
  return text;
}

TEST_F(InPostgres, every_table_has_the_rows_that_it_has_in_sqlite) {
  Shop remote(fresh());
  Shop local;
  EXPECT_EQ(remote.dump(), local.dump());
  const std::string cheap =
      R"({"lineNumber":1,"identifiers":[{"identifier":"883120","domain":"BUYER"}],)"
      R"("quantity":250,"freeQuantity":0,"unitPrice":1})";
  for (Shop* const shop : {&remote, &local}) {
    for (const char* const name :
         {"lifelike", "minimal", "numbers", "warnings", "empty_identifiers"}) {
      shop->take(order_document(example(name), name));
    }
    shop->take(order_document(order_content(cheap, R"("comments":"a\u0000b")", "2"), "t-2"));
    shop->take(order_document(order_content(cheap, "", "2"), "t-3", "t-2"));
    auto trial = order_document(order_content(cheap, "", "9"), "t-4");
    trial.flow = "TEST";
    shop->take(trial);
    shop->take(trial);
    EXPECT_TRUE(shop->change([](sales::Books& books) {
      return sales::respond(books, 1, {.confirmed = {{5, sales::Decimal(10)}}});
    }));
    EXPECT_TRUE(shop->change([](sales::Books& books) { return sales::ship(books, 1, {}); }));
    EXPECT_TRUE(shop->change([](sales::Books& books) { return sales::invoice(books, 1); }));
    EXPECT_FALSE(shop->change([](sales::Books& books) { return sales::ship(books, 1, {}); }));
    EXPECT_TRUE(shop->change([](sales::Books& books) -> base::Result<bool> {
      TRY(sales::release(books, 2));
      return true;
    }));
    EXPECT_EQ(shop->faults_of("gtins.csv", "gtin,product,unit\n9521001010016,20-2001,CS\n").size(),
              1u);
  }
  EXPECT_EQ(remote.dump(), local.dump());
  EXPECT_EQ(life(remote), life(local));
}

// SQLite kept a NUL, and PostgreSQL replaced it by U+FFFD.
TEST_F(InPostgres, nul_in_a_file_is_refused_as_in_sqlite) {
  using std::string_literals::operator""s;
  Shop remote(fresh());
  Shop local;
  const std::string before = local.dump();
  for (Shop* const shop : {&remote, &local}) {
    const auto faults = shop->faults_of("customers.csv", "number,name\n1,a\n2,x\0y\n"s);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_TRUE(faults.front().starts_with("customers.csv line 3: The line has a NUL character"))
        << faults.front();
    EXPECT_EQ(shop->dump(), before);
    const sales::HandOrder order{.customer = "20417",
                                 .head = {.customer_order = "1", .order_date = "2026-03-02"},
                                 .lines = "article,quantity,comments\n20-1001,1,\0\n"s,
                                 .lines_name = "lines.csv"};
    const sales::Booked booked = shop->enter(order);
    ASSERT_EQ(booked.objections.size(), 1u);
    EXPECT_TRUE(booked.objections.front().sentence.starts_with("lines.csv line 2: The line has"))
        << booked.objections.front().sentence;
    EXPECT_EQ(shop->count("sales_order"), 0);
  }
}

TEST_F(InPostgres, database_without_tables_is_refused_and_migrating_again_changes_nothing) {
  const std::string address = fresh();
  const base::ManualClock clock(base::Instant{});
  EXPECT_EQ(sales::Books::open(address, clock).error().code(), base::ErrorCode::not_found);
  ASSERT_TRUE(sales::Books::create(address, clock));
  EXPECT_TRUE(sales::Books::create(address, clock));
  EXPECT_TRUE(sales::Books::open(address, clock));
}

TEST_F(InPostgres, same_importer_continues_after_a_crash_of_the_server) {
  Shop shop(fresh());
  sales::Importer importer(shop.books());
  EXPECT_TRUE(importer.take(order_document(example("lifelike"), "t-1")));
  server().crash();
  const auto second = order_document(
      order_content(R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":1})", "", "2"),
      "t-2");
  EXPECT_FALSE(importer.take(second));
  server().begin();
  // The first attempt may be the one that detects the lost connection.
  auto report = importer.take(second);
  if (!report) report = importer.take(second);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->success);
  EXPECT_TRUE(importer.take(order_document(example("lifelike"), "t-1")));
  EXPECT_EQ(shop.count("sales_order"), 2);
}

}  // namespace
}  // namespace tradepost::sales_tests
