#include <gtest/gtest.h>

#include "sales/shop.hpp"

namespace tradepost::sales_tests {
namespace {

std::string only(const std::vector<std::string>& faults) {
  return faults.size() == 1 ? faults.front() : std::to_string(faults.size()) + " faults";
}

TEST(MasterData, faults_have_file_line_and_what_to_write) {
  Shop shop;
  EXPECT_EQ(
      only(shop.faults_of("prices.csv", "product,unit,amount\n20-1001,CS,\"12,90\"\n")),
      "prices.csv line 2: amount \"12,90\" can't be used. Write a number such as 12.90, with a "
      "point and up to six decimals.");
  EXPECT_EQ(only(shop.faults_of("gtins.csv", "gtin,product,unit\n9521001010017,20-1001,CS\n")),
            "gtins.csv line 2: gtin \"9521001010017\" can't be used. Write a GTIN with its check "
            "digit.");
  EXPECT_EQ(only(shop.faults_of("products.csv", "number,name,tax,colour\n1,a,S19,red\n")),
            "products.csv line 1: Unknown column colour.");
  EXPECT_EQ(only(shop.faults_of("products.csv", "number,name\n1,a\n")),
            "products.csv line 1: The column tax is missing.");
}

TEST(MasterData, reference_that_leads_nowhere_is_a_fault) {
  Shop shop;
  EXPECT_EQ(only(shop.faults_of("prices.csv", "product,unit,amount\n20-1001,TU,1\n")),
            "A price refers to product 20-1001 in TU, which has no such packaging.");
  EXPECT_EQ(
      only(shop.faults_of("packagings.csv", "product,unit,deposit\n20-1001,CS,20-2001\n")),
      "The packaging of product 20-1001 has the deposit 20-2001, which is not a deposit product.");
  EXPECT_EQ(only(shop.faults_of("identifiers.csv", "identifier,customer\n1,99\n")),
            "Identifier 1 refers to customer 99, which is unknown.");
}

TEST(MasterData, file_with_a_fault_changes_nothing) {
  Shop shop;
  const std::string before = shop.dump();
  shop.faults_of("prices.csv", "product,unit,amount\n20-1001,CS,1\n20-1001,CS,x\n");
  EXPECT_EQ(shop.dump(), before);
}

TEST(MasterData, loading_again_replaces_rows) {
  Shop shop;
  const std::string before = shop.dump();
  shop.load("customers.csv", "number,name,price_rule,tolerance\n20555,Neu,take,2.50\n");
  EXPECT_EQ(shop.value("SELECT name || tolerance FROM customer WHERE number = '20555'"), "Neu2.5");
  shop.load("customers.csv",
            "number,name,price_rule,tolerance\n20555,Feinkost Övelgönne OHG,change,0\n");
  EXPECT_EQ(shop.dump(), before);
}

TEST(MasterData, database_of_a_newer_version_and_a_missing_one_are_refused) {
  Shop shop;
  EXPECT_EQ(sales::Books::open(shop.path() + "x", shop.clock).error().code(),
            base::ErrorCode::not_found);
  EXPECT_TRUE(sales::Books::create(shop.path(), shop.clock));  // a second call changes nothing
  shop.sql("INSERT INTO schema_version VALUES(1000)");
  EXPECT_EQ(sales::Books::open(shop.path(), shop.clock).error().code(), base::ErrorCode::too_new);
  EXPECT_EQ(sales::Books::create(shop.path(), shop.clock).error().code(), base::ErrorCode::too_new);
}

}  // namespace
}  // namespace tradepost::sales_tests
