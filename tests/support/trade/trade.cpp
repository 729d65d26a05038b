#include "trade/trade.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "served/json.hpp"

namespace tradepost::trade {

using served::at;
using served::Member;

std::string order(std::string_view number, std::string_view more, std::string_view buyer,
                  std::string_view supplier) {
  return fmt::format(R"({{"type":"ORDER","content":{{"header":{{)"
                     R"("buyer":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
                     R"("supplier":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
                     R"("orderIdentifier":"{}","orderDate":"2026-03-02"}},)"
                     R"("items":[{{"lineNumber":10,"quantity":40}}]{}}}}})",
                     buyer, supplier, number, more);
}

std::string order(std::string_view number, std::size_t padding) {
  return order(number, fmt::format(R"(,"remark":"{}")", std::string(padding, 'x')));
}

Trade::Trade(std::vector<std::string> flags, std::vector<std::string> environment)
    : exchange_({.data = folder_.path() + "/data",
                 .flags = std::move(flags),
                 .environment = std::move(environment)}),
      by_(exchange_.port()) {
  customer = served::add_member(by_, "Kunde", customer_gln);
  supplier = served::add_member(by_, "Lieferant", supplier_gln);
  stranger = served::add_member(by_, "Fremder", stranger_gln);
  served::relate(by_, customer, supplier);
}

// Each request has a separate connection, so no test depends on the state of an earlier one.
Answer Trade::asks(const std::string& token, std::string_view method, std::string_view path,
                   std::string_view body, std::string_view headers) {
  http_tests::Client client(exchange_.port());
  return served::ask(client, token, method, path, body, headers);
}

Answer Trade::gets(const Member& member, std::string_view path) {
  return asks(member.token, "GET", path);
}

std::string Trade::does(const Member& member, std::string_view method, std::string_view path,
                        std::string_view body) {
  const Answer answer = asks(member.token, method, path, body);
  EXPECT_TRUE(answer.status >= 200 && answer.status < 300)
      << method << " " << path << ": " << answer.status << " " << answer.body;
  return answer.body;
}

std::string Trade::sends(std::string_view number, std::string_view more) {
  return at(does(customer, "POST", "/v2/transactions", order(number, more)),
            "platformTransactionId");
}

Failed Trade::fails(std::string_view number, std::string_view type) {
  Failed failed{.transaction = sends(number), .case_id = {}, .url = {}};
  const std::string body =
      does(supplier, "POST", "/v2/transactions/" + failed.transaction,
           fmt::format(R"({{"success":false,"reason":"unbekannt","errorType":"{}"}})", type));
  failed.url = at(body, "data.errorUrl");
  const std::string path = path_of(failed.url);
  failed.case_id = path.substr(0, path.find('?')).substr(path.rfind('/') + 1);
  return failed;
}

void Trade::processes(std::string_view transaction) {
  does(supplier, "POST", fmt::format("/v2/transactions/{}", transaction), R"({"success":true})");
}

std::vector<std::string> Trade::pending(const Member& member) {
  return listed(*this, member.token, "/v2/transactions?per_page=100", "platformTransactionId");
}

std::string Trade::status(std::string_view transaction) {
  return at(gets(customer, fmt::format("/v2/all-transactions/{}", transaction)).body,
            "data.status");
}

std::string Trade::token(const Member& member, std::string_view more) {
  return served::add_token(by_, member, more);
}

Answer Trade::opens(std::string_view path) {
  http_tests::Client browser(exchange_.port());
  return browser.ask(
      fmt::format("GET {} HTTP/1.1\r\nHost: exchange.test\r\nAccept: text/html\r\n\r\n", path));
}

std::vector<std::string> listed(Trade& trade, const std::string& token, std::string_view path,
                                std::string_view member) {
  std::vector<std::string> found;
  std::string next(path);
  constexpr int pages_max = 1'000;
  for (int page = 0; page < pages_max; ++page) {
    const Answer answer = trade.asks(token, "GET", next);
    EXPECT_EQ(answer.status, 200) << answer.body;
    const std::uint64_t count = served::number_at(answer.body, "count");
    for (std::uint64_t i = 0; i < count; ++i) {
      found.push_back(at(answer.body, fmt::format("items.{}.{}", i, member)));
    }
    if (at(answer.body, "hasMore") != "true") return found;
    next = path_of(at(answer.body, "nextPageUrl"));
  }
  ADD_FAILURE() << path << " has no end";
  return found;
}

std::string path_of(std::string_view url) {
  const auto host = url.find("://");
  return std::string(url.substr(url.find('/', host == std::string_view::npos ? 0 : host + 3)));
}

}  // namespace tradepost::trade
