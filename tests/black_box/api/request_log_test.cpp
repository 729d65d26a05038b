#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the traces of a request: its id, in every answer, and its line in the log.
// Covers contract 11.4.
namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using trade::order;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view id_header = "x-request-id";

// Returns true for an id that the exchange generates: 018f…-….-7….
bool is_made(const std::string& id) {
  return id.size() == 36 && id[8] == '-' && id[13] == '-' && id[14] == '7';
}

struct RequestLog : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Client client{exchange.port()};

  std::string id_with(std::string_view lines) {
    return customer.gets("/v2/ping", lines).header(std::string(id_header));
  }
};

TEST_F(RequestLog, id_of_the_client_comes_back) {
  EXPECT_EQ(id_with("X-Request-Id: abc-123\r\n"), "abc-123");
  EXPECT_EQ(id_with("x-request-id:  !#{}\"~  \r\n"), "!#{}\"~");
  const std::string longest(128, 'x');
  EXPECT_EQ(id_with(fmt::format("X-Request-Id: {}\r\n", longest)), longest);
}

TEST_F(RequestLog, request_without_a_sane_id_gets_one) {
  std::string last;
  for (const std::string& lines :
       {std::string(), std::string("X-Request-Id:\r\n"), std::string("X-Request-Id: a b\r\n"),
        std::string("X-Request-Id: \xC3\xA4\r\n"),
        std::string("X-Request-Id: a\r\nX-Request-Id: a\r\n"),
        fmt::format("X-Request-Id: {}\r\n", std::string(129, 'x'))}) {
    const std::string id = id_with(lines);
    EXPECT_TRUE(is_made(id)) << lines << id;
    EXPECT_NE(id, last);
    last = id;
  }
}

TEST_F(RequestLog, every_answer_has_an_id) {
  const std::string name(id_header);
  const std::string mine = "X-Request-Id: mine\r\n";
  EXPECT_EQ(client.ask(http_tests::get("/v2/ping", mine)).header(name), "mine");  // 401
  EXPECT_EQ(client.ask(http_tests::get("/v2/nothing", mine)).header(name), "mine");
  EXPECT_EQ(client.ask(http_tests::post("/v2/ping", "", mine)).header(name), "mine");
  EXPECT_EQ(customer.gets("/v2/all-transactions?per_page=0", mine).header(name), "mine");
  EXPECT_EQ(customer.posts("/v2/transactions", order("1"), mine).header(name), "mine");
  EXPECT_EQ(customer.asks("HEAD", "/v2/transactions", mine).header(name), "mine");
  // These bytes are not valid requests.
  EXPECT_TRUE(is_made(Client(exchange.port()).ask("GET / HTTP/1.1\r\n\r\n").header(name)));
  EXPECT_TRUE(is_made(Client(exchange.port()).ask("no request\r\n\r\n").header(name)));
}

TEST_F(RequestLog, refusal_of_a_request_whose_head_was_read_has_its_id) {
  const auto refused = [&](std::string_view more) {
    Client sender(exchange.port());
    sender.send(
        fmt::format("POST /v2/transactions HTTP/1.1\r\nX-Request-Id: mine\r\n"
                    "Authorization: Bearer {}\r\n{}",
                    exchange.customer.token, more));
    sender.end_sending();
    return sender.answer();
  };
  const std::vector<std::pair<std::string, int>> rows = {
      {"Host: a\r\nContent-Length: 99999999\r\n\r\n", 413},
      {"Host: a\r\nTransfer-Encoding: chunked\r\n\r\n9999999\r\n", 413},
      {"Host: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400},
      {"Host: a\r\nContent-Length: 10\r\n\r\nhalf", 400},
      {"Host: a\r\nContent-Length: 1\r\nExpect: much\r\n\r\na", 417},
      {"Host: a\r\nHost: b\r\n\r\n", 400},
  };
  for (const auto& [more, status] : rows) {
    const Answer answer = refused(more);
    EXPECT_EQ(answer.status, status) << more;
    EXPECT_EQ(answer.header(std::string(id_header)), "mine") << more;
    exchange.process().log_line_with({"request_id=mine", fmt::format("status={}", status)});
  }
  const Answer too_large =
      refused(fmt::format("Host: a\r\nX: {}\r\n\r\n", std::string(20'000, 'x')));
  EXPECT_EQ(too_large.status, 431);
  EXPECT_TRUE(is_made(too_large.header(std::string(id_header))));
}

TEST_F(RequestLog, one_line_says_what_was_asked_and_answered) {
  const Answer answer = customer.gets("/v2/transactions?per_page=7", "X-Request-Id: line-1\r\n");
  const std::string line = exchange.process().log_line_with({"request_id=line-1"});
  for (const auto& text : {std::string("level=info"), std::string("event=request_answered"),
                           std::string("method=GET"), std::string("path=/v2/transactions "),
                           std::string("status=200"), fmt::format("bytes={}", answer.body.size()),
                           std::string("duration_us="), std::string("peer=127.0.0.1"),
                           std::string("participant="), std::string("delivery=whole")}) {
    EXPECT_NE(line.find(text), std::string::npos) << text << " in " << line;
  }
  const std::string sent = customer.sends(order("1"));
  const std::string participant =
      at(customer.gets("/v2/all-transactions/" + sent).body, "data.sender.id");
  EXPECT_NE(line.find("participant=" + participant), std::string::npos) << line;
}

TEST_F(RequestLog, refusals_are_logged_too) {
  client.ask(http_tests::get("/v2/ping", "X-Request-Id: line-2\r\n"));
  const std::string line = exchange.process().log_line_with({"request_id=line-2"});
  EXPECT_NE(line.find("status=401"), std::string::npos) << line;
  EXPECT_NE(line.find("participant=-"), std::string::npos) << line;
  const std::string id =
      Client(exchange.port()).ask("no request\r\n\r\n").header(std::string(id_header));
  EXPECT_NE(exchange.process().log_line_with({id}).find("status=400"), std::string::npos);
}

TEST_F(RequestLog, an_orderly_end_loses_no_line) {
  constexpr int pings = 50;
  for (int i = 0; i < pings; ++i) {
    EXPECT_EQ(id_with(fmt::format("X-Request-Id: last-{}\r\n", i)), fmt::format("last-{}", i));
  }
  EXPECT_EQ(exchange.process().end(), 0);
  const std::string log = exchange.process().log();
  for (int i = 0; i < pings; ++i) {
    EXPECT_NE(log.find(fmt::format("request_id=last-{} ", i)), std::string::npos) << i;
  }
  exchange.process().begin();
}

TEST_F(RequestLog, no_token_and_no_query_is_ever_logged) {
  const std::string id = customer.sends(order("1"));
  Trader supplier(exchange, exchange.supplier);
  const Answer failed = supplier.reports(id, R"({"success":false})");
  const std::string url = at(failed.body, "data.errorUrl");
  const std::string link = url.substr(url.find('=') + 1);
  EXPECT_EQ(client.ask(http_tests::get(url.substr(url.find("/v2")))).status, 200);
  const std::string& token = exchange.customer.token;
  customer.gets("/v2/transactions?x=secret-in-query&access_token=" + token);
  client.ask(http_tests::get("/v2/transactions?token=" + token));
  client.ask(http_tests::get("/v2/nothing?token=" + token));
  Trader(exchange, "unknown-token").gets("/v2/ping", "X-Request-Id: last-line\r\n");
  exchange.process().log_line_with({"request_id=last-line"});
  exchange.process().log_line_with({"path=/v2/nothing "});
  const std::string log = exchange.process().log();
  for (const std::string& secret :
       {token, exchange.supplier.token, std::string(served::operator_token),
        std::string("unknown-token"), std::string("secret-in-query"), link}) {
    EXPECT_EQ(log.find(secret), std::string::npos) << secret;
  }
}

TEST_F(RequestLog, text_from_outside_begins_no_line_and_adds_no_field) {
  client.ask(
      http_tests::get("/v2/a%0Aevent=forged%20status=999%1B[2J", "X-Request-Id: x=\"y\\\r\n"));
  const std::string line = exchange.process().log_line_with({"status=404"});
  EXPECT_NE(line.find(R"(path="/v2/a\u000aevent=forged status=999\u001b[2J")"), std::string::npos)
      << line;
  EXPECT_NE(line.find(R"(request_id="x=\"y\\")"), std::string::npos) << line;
}

}  // namespace
}  // namespace tradepost::api_tests
