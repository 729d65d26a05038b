#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "sales/entering/hand.hpp"
#include "sales/ground/books.hpp"
#include "sales/importing.hpp"
#include "sales/master/master_data.hpp"
#include "sales/orders/orders.hpp"

namespace tradepost::sales_tests {

// A temporary sales database, with the master data of examples/sales.
class Shop {
 public:
  // Uses a new file, or an empty database of PostgreSQL.
  explicit Shop(std::string address = "");
  ~Shop();
  Shop(const Shop&) = delete;
  Shop& operator=(const Shop&) = delete;

  // Faults fail the test.
  void load(const std::string& file, const std::string& csv);
  void load(const std::vector<sales::MasterFile>& files);
  std::vector<std::string> faults_of(const std::string& file, const std::string& csv);
  void sql(const std::string& statement);

  sales::Booked enter(const sales::HandOrder& order);
  client::Report take(const client::Transaction& document);
  sales::Order order(std::int64_t number);
  std::int64_t count(const std::string& table);
  std::string value(const std::string& query);  // the first column of the first row
  // Returns every value of every table, row by row, except the columns that `without` has as
  // TABLE.COLUMN.
  std::string dump(const std::set<std::string>& without = {});

  base::ManualClock clock;
  const std::string& path() const { return address_; }
  sales::Books& books() { return *books_; }
  template <typename Work>
  auto change(Work&& work) {
    auto begun = books_->begin();
    auto done = work(*books_);
    if (begun && done) static_cast<void>(begun->commit());
    return done;
  }

 private:
  std::string folder_;
  std::string address_;
  std::unique_ptr<sales::Books> books_;
};

// The content of an order of Hansen & Söhne, with these items (JSON) and these fields of its
// header.
std::string order_content(std::string_view items, std::string_view header = "",
                          std::string_view number = "4500871234");
client::Transaction order_document(std::string content, std::string id = "t-1",
                                   std::string replaces = "");
// Returns a document of examples/order.
std::string example(const std::string& name);

}  // namespace tradepost::sales_tests
