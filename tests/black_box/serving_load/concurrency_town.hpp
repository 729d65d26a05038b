#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "served/network.hpp"
#include "traders/pages.hpp"

// A served network of customers that send orders to several suppliers.
namespace tradepost::serving_load {

using traders::Row;

class ConcurrencyTown {
 public:
  explicit ConcurrencyTown(std::vector<std::string> flags = {});

  std::uint16_t port() const { return exchange_.port(); }
  served::ServedExchange& exchange() { return exchange_; }
  served::Operator& by() { return by_; }

  static constexpr std::size_t customers_max = 6;
  static constexpr std::size_t suppliers_max = 6;
  const served::Member& customer(std::size_t place) const { return customers_[place]; }
  const served::Member& supplier(std::size_t place) const { return suppliers_[place]; }

  // Returns an order with this number. Versions of an order differ in the variant.
  static std::string order(std::size_t customer, std::size_t supplier, std::string_view number,
                           int variant);

 private:
  served::ScratchFolder folder_;
  served::ServedExchange exchange_;
  served::Operator by_;
  std::vector<served::Member> customers_;
  std::vector<served::Member> suppliers_;
};

// Sends an order that must be accepted, and returns its id.
std::string send(http_tests::Client& client, const served::Member& from, const std::string& order,
                 std::string_view headers = "");
std::vector<Row> pending(http_tests::Client& client, const served::Member& of);

}  // namespace tradepost::serving_load
