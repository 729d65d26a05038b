#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "polling.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"
#include "trade/trade.hpp"

namespace tradepost::importing_tests {

using served::Desk;
using served::Ended;
using trade::Trade;

inline constexpr std::string_view crate =
    R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":3})";
inline constexpr std::string_view unknown =
    R"({"identifiers":[{"identifier":"9521001070034"}],"quantity":3})";

// An exchange, and a supplier whose sales database has the master data of examples/sales.
class Importing : public testing::Test {
 public:
  // The sales database is a file, or the PostgreSQL database at this address, which must be empty.
  explicit Importing(const std::string& database = "") {
    desk_.set("TRADEPOST_SALES", database);
    desk_.write("token", trade_.supplier.token + "\n");
    desk_.set("TRADEPOST_URL", fmt::format("http://127.0.0.1:{}", trade_.exchange().port()));
    EXPECT_EQ(desk_.tradepost("sales init").exit_code, 0);
    EXPECT_EQ(desk_.tradepost("sales load " + source_dir() + "/examples/sales").exit_code, 0);
  }
  ~Importing() override {
    if (process_) {
      EXPECT_EQ(ends(), 0);
    }
  }

  void begins() { process_ = desk_.begin("import --token-file token"); }
  int ends() { return process_.end(); }
  void is_killed() { process_.end(SIGKILL); }

  // Sends an order of the customer and returns its id.
  std::string orders(std::string_view number, std::string_view items = crate,
                     const std::string& token = "") {
    const std::string body = fmt::format(
        R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
        R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},"orderIdentifier":"{}",)"
        R"("orderDate":"2026-03-02"}},"items":[{}]}}}})",
        trade::customer_gln, trade::supplier_gln, number, items);
    const auto answer = trade_.asks(token.empty() ? trade_.customer.token : token, "POST",
                                    "/v2/transactions", body);
    EXPECT_EQ(answer.status, 201) << answer.body;
    return served::at(answer.body, "platformTransactionId");
  }
  void until(std::string_view what, const std::function<bool()>& is_so) {
    const std::chrono::seconds patience(run::binary_is_slow() ? 80 : 20);
    if (!is_soon(is_so, patience)) ADD_FAILURE() << what << " did not come\n" << desk_.said();
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
  process::Process process_;
};

}  // namespace tradepost::importing_tests
