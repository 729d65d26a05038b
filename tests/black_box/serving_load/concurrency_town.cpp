#include "serving_load/concurrency_town.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "conformance/letter.hpp"

namespace tradepost::serving_load {

using traders::id_in;
using traders::Row;
using traders::whole_list;

using conformance::Letter;
using served::ask;

namespace {

std::string gln_of_customer(std::size_t place) {
  return fmt::format("CUSTOMER {}", place);
}
std::string gln_of_supplier(std::size_t place) {
  return fmt::format("SUPPLIER {}", place);
}

}  // namespace

ConcurrencyTown::ConcurrencyTown(std::vector<std::string> flags)
    : exchange_({.data = folder_.path() + "/network", .flags = std::move(flags)}),
      by_(exchange_.port()) {
  by_.does("PUT", "/admin/network", R"({"mode":"open"})");
  for (std::size_t i = 0; i < customers_max; ++i) {
    customers_.push_back(add_member(by_, fmt::format("Kunde {}", i), gln_of_customer(i)));
  }
  for (std::size_t i = 0; i < suppliers_max; ++i) {
    suppliers_.push_back(add_member(by_, fmt::format("Lieferant {}", i), gln_of_supplier(i)));
  }
}

std::string ConcurrencyTown::order(std::size_t customer, std::size_t supplier,
                                   std::string_view number, int variant) {
  return body_of(
      Letter{.kind = "ORDER",
             .number = std::string(number),
             .version = {},
             .type = {},
             .parties = {{.role = "buyer", .identities = {{"GS1", gln_of_customer(customer)}}},
                         {.role = "supplier", .identities = {{"GS1", gln_of_supplier(supplier)}}}},
             .variant = variant});
}

std::string send(http_tests::Client& client, const served::Member& from, const std::string& order,
                 std::string_view headers) {
  const auto answer = ask(client, from.token, "POST", "/v2/transactions", order, headers);
  EXPECT_EQ(answer.status, 201) << answer.body;
  return answer.status == 201 ? id_in(answer.body) : "";
}

std::vector<Row> pending(http_tests::Client& client, const served::Member& of) {
  return whole_list([&](std::string_view path) { return ask(client, of.token, "GET", path); },
                    "/v2/transactions?per_page=100");
}

}  // namespace tradepost::serving_load
