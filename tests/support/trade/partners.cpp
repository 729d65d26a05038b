#include "trade/partners.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "served/json.hpp"

namespace tradepost::trade {

using served::ask;
using served::at;
using served::number_at;

Partners::Partners(const served::ServedExchange& exchange) {
  served::Operator by(exchange.port());
  customer = served::add_member(by, "Kunde", customer_gln);
  supplier = served::add_member(by, "Lieferant", supplier_gln);
  served::relate(by, customer, supplier);
}

std::string sends(http_tests::Client& client, const Partners& trade, std::string_view document) {
  const auto sent = ask(client, trade.customer.token, "POST", "/v2/transactions", document);
  EXPECT_EQ(sent.status, 201) << sent.body;
  return at(sent.body, "platformTransactionId");
}

std::vector<std::string> pending(http_tests::Client& client, const Partners& trade) {
  return pending(client, trade.supplier);
}

std::vector<std::string> pending(http_tests::Client& client, const served::Member& recipient) {
  std::vector<std::string> ids;
  std::string cursor;
  for (;;) {
    const auto page = ask(client, recipient.token, "GET", "/v2/transactions?per_page=100" + cursor);
    EXPECT_EQ(page.status, 200) << page.body;
    const std::uint64_t count = page.status == 200 ? number_at(page.body, "count") : 0;
    for (std::uint64_t i = 0; i < count; ++i)
      ids.push_back(at(page.body, fmt::format("items.{}.platformTransactionId", i)));
    if (count == 0 || at(page.body, "hasMore") == "false") return ids;
    cursor = "&cursor=" + at(page.body, "nextCursor");
  }
}

}  // namespace tradepost::trade
