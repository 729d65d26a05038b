#include "trade/trader.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <utility>

#include "served/json.hpp"

namespace tradepost::trade {

using served::at;

UsualExchange::UsualExchange(Options options)
    : Trade(std::move(options.flags), std::move(options.environment)) {
  by().does(
      "PUT", "/admin/relationships",
      fmt::format(R"({{"from":"{}","to":"{}","status":"blocked"}})", stranger.id, customer.id));
}

std::string that_expires_in_an_hour() {
  const auto end = std::chrono::system_clock::now() + std::chrono::hours(1);
  return fmt::format(R"(,"expiresAt":"{:%Y-%m-%dT%H:%M:%SZ}")",
                     std::chrono::floor<std::chrono::seconds>(end));
}

std::string Trader::headers_with(std::string_view more) const {
  return fmt::format("Authorization: Bearer {}\r\nAccept: application/json\r\n{}", token_, more);
}

Answer Trader::asks(std::string_view method, std::string_view path, std::string_view more,
                    std::string_view body) {
  client_.send(
      fmt::format("{} {} HTTP/1.1\r\nHost: exchange.test:8480\r\nContent-Length: {}\r\n{}\r\n{}",
                  method, path, body.size(), headers_with(more), body));
  return method == "HEAD" ? client_.answer_to_head() : client_.answer();
}

Answer Trader::gets(std::string_view path, std::string_view more) {
  begins_to_get(path, more);
  return client_.answer();
}

void Trader::begins_to_get(std::string_view path, std::string_view more) {
  client_.send(fmt::format("GET {} HTTP/1.1\r\nHost: exchange.test:8480\r\n{}\r\n", path,
                           headers_with(more)));
}

Answer Trader::posts(std::string_view path, std::string_view body, std::string_view more) {
  return asks("POST", path, fmt::format("Content-Type: application/json\r\n{}", more), body);
}

Answer Trader::puts(std::string_view path, std::string_view body) {
  return asks("PUT", path, "Content-Type: application/json\r\n", body);
}

std::string Trader::sends(std::string_view document) {
  const Answer sent = posts("/v2/transactions", document);
  EXPECT_EQ(sent.status, 201) << sent.body;
  return at(sent.body, "platformTransactionId");
}

std::vector<std::string> Trader::pulls(std::string_view parameters) {
  std::vector<std::string> ids;
  std::string path = fmt::format("/v2/transactions{}", parameters);
  for (int pages = 0; pages < 1'000; ++pages) {
    const Answer page = gets(path);
    EXPECT_EQ(page.status, 200) << page.body;
    if (page.status != 200) return ids;
    for (std::size_t i = 0; at(page.body, fmt::format("items.{}", i)) != "absent"; ++i) {
      ids.push_back(at(page.body, fmt::format("items.{}.platformTransactionId", i)));
    }
    EXPECT_EQ(at(page.body, "nextPageUrl") == "null", at(page.body, "hasMore") == "false");
    if (at(page.body, "hasMore") == "false") return ids;
    const std::string url = at(page.body, "nextPageUrl");
    const std::string_view base = "http://exchange.test:8480";
    EXPECT_TRUE(url.starts_with(base)) << url;
    path = url.substr(base.size());
  }
  ADD_FAILURE() << "the list does not end";
  return ids;
}

Answer Trader::reports(std::string_view id, std::string_view body) {
  return posts(fmt::format("/v2/transactions/{}", id), body);
}

}  // namespace tradepost::trade
