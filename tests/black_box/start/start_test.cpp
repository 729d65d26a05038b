// Tests how an exchange starts, serves and ends.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "http/identity.hpp"
#include "http/tls_client.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "trade/partners.hpp"

// Covers contract 2.10 and 9.1.
namespace tradepost::serving::start_test {

using trade::order;
using trade::Partners;
using trade::pending;
using trade::sends;

namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::ScratchFolder;
using served::ServedExchange;

constexpr std::chrono::seconds patience{20};
constexpr int killed_by_sigterm = 128 + SIGTERM;  // as an exit status

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint16_t port_in(const std::string& line) {
  return static_cast<std::uint16_t>(served::number_in(line.substr(line.rfind(':') + 1)));
}

TEST(Serving, two_companies_trade_over_a_new_folder) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/network"});
  const Partners trade(exchange);
  Client client(exchange.port());
  const std::string id = sends(client, trade, order("A-1"));

  EXPECT_EQ(pending(client, trade), std::vector{id});
  const auto reported =
      ask(client, trade.supplier.token, "POST", "/v2/transactions/" + id, R"({"success":true})");
  EXPECT_EQ(reported.status, 200) << reported.body;
  EXPECT_TRUE(pending(client, trade).empty());
  const auto shown = ask(client, trade.customer.token, "GET", "/v2/all-transactions/" + id);
  EXPECT_EQ(at(shown.body, "data.status"), "SUCCESS");
}

TEST(Serving, acknowledged_documents_exist_after_a_kill_and_after_an_end) {
  const ScratchFolder folder;
  ServedExchange exchange({.data = folder.path() + "/network"});
  const Partners trade(exchange);
  std::string id;
  {
    Client client(exchange.port());
    id = sends(client, trade, order("A-1"));
  }
  exchange.kill();
  exchange.begin();
  {
    Client client(exchange.port());
    EXPECT_EQ(pending(client, trade), std::vector{id});
  }
  EXPECT_EQ(exchange.end(), 0);
  exchange.begin();
  Client client(exchange.port());
  EXPECT_EQ(pending(client, trade), std::vector{id});
}

TEST(Serving, a_cursor_holds_across_a_restart) {
  const ScratchFolder folder;
  ServedExchange exchange({.data = folder.path() + "/network"});
  const Partners trade(exchange);
  std::string cursor;
  std::string second;
  {
    Client client(exchange.port());
    sends(client, trade, order("A-1"));
    second = sends(client, trade, order("A-2"));
    cursor = at(ask(client, trade.supplier.token, "GET", "/v2/transactions?per_page=1").body,
                "nextCursor");
  }
  EXPECT_EQ(exchange.end(), 0);
  exchange.begin();
  Client client(exchange.port());
  const auto page =
      ask(client, trade.supplier.token, "GET", "/v2/transactions?per_page=1&cursor=" + cursor);
  EXPECT_EQ(at(page.body, "items.0.platformTransactionId"), second) << page.body;
}

TEST(FirstStart, makes_a_token_that_is_shown_once_and_kept_for_the_owner_alone) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  ServedExchange exchange({.data = data, .environment = {"TRADEPOST_OPERATOR_TOKEN="}});
  std::string token = text_of(data + "/operator-token");
  ASSERT_FALSE(token.empty());
  token.pop_back();
  EXPECT_TRUE(token.starts_with("tp_op_"));
  EXPECT_NE(exchange.first_lines().front().find(token), std::string::npos);
  struct stat status{};
  ASSERT_EQ(::stat((data + "/operator-token").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
  {
    Client client(exchange.port());
    EXPECT_EQ(ask(client, token, "GET", "/admin/participants").status, 200);
  }
  EXPECT_EQ(exchange.end(), 0);
  exchange.begin();
  EXPECT_EQ(exchange.first_lines().size(), 1u) << exchange.first_lines().front();
  Client client(exchange.port());
  EXPECT_EQ(ask(client, token, "GET", "/admin/participants").status, 200);
  EXPECT_EQ(exchange.log().find(token), std::string::npos);
}

TEST(OperatorToken, of_the_environment_replaces_the_one_before) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  {
    const ServedExchange exchange({.data = data, .environment = {"TRADEPOST_OPERATOR_TOKEN=one"}});
    Client client(exchange.port());
    EXPECT_EQ(ask(client, "one", "GET", "/admin/participants").status, 200);
  }
  const ServedExchange exchange({.data = data, .environment = {"TRADEPOST_OPERATOR_TOKEN=two"}});
  Client client(exchange.port());
  EXPECT_EQ(ask(client, "one", "GET", "/admin/participants").status, 401);
  EXPECT_EQ(ask(client, "two", "GET", "/admin/participants").status, 200);
}

TEST(OperatorToken, may_stand_in_a_file) {
  const ScratchFolder folder;
  std::ofstream(folder.path() + "/token") << "of-a-file\n";
  const ServedExchange exchange({.data = folder.path() + "/network",
                                 .flags = {"--operator-token-file", folder.path() + "/token"},
                                 .environment = {"TRADEPOST_OPERATOR_TOKEN="}});
  Client client(exchange.port());
  EXPECT_EQ(ask(client, "of-a-file", "GET", "/admin/participants").status, 200);
}

TEST(End, answers_a_request_that_waits_for_a_document) {
  const ScratchFolder folder;
  ServedExchange exchange({.data = folder.path() + "/network"});
  const Partners trade(exchange);
  Client client(exchange.port());
  client.send(
      "GET /v2/transactions HTTP/1.1\r\nHost: exchange.test\r\nPrefer: wait=60\r\n"
      "Authorization: Bearer " +
      trade.supplier.token + "\r\n\r\n");
  ASSERT_FALSE(client.has_answer_within(std::chrono::milliseconds(200)));
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(exchange.end(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - began, patience);
  const auto answer = client.answer();
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(at(answer.body, "count"), "0");
  EXPECT_TRUE(client.is_closed());
}

TEST(End, is_announced_to_those_who_ask_whether_it_is_ready) {
  const ScratchFolder folder;
  ServedExchange exchange(
      {.data = folder.path() + "/network", .flags = {"--drain-seconds", "600"}});
  Client client(exchange.port());
  EXPECT_EQ(ask(client, "", "GET", "/readyz").status, 200);
  exchange.signal(SIGTERM);
  int status = 200;
  is_soon([&] { return (status = ask(client, "", "GET", "/readyz").status) != 200; }, patience);
  EXPECT_EQ(status, 503);
  EXPECT_EQ(ask(client, "", "GET", "/healthz").status, 200) << "it still serves";
  EXPECT_EQ(exchange.end(), killed_by_sigterm) << "a second signal";
}

TEST(End, half_sent_requests_get_a_second_and_whole_ones_their_answer) {
  const ScratchFolder folder;
  ServedExchange exchange({.data = folder.path() + "/network"});
  const Partners trade(exchange);
  Client half_a_head(exchange.port());
  half_a_head.send("GET /v2/ping HTTP/1.1\r\nHost: exch");
  Client half_a_body(exchange.port());
  const std::string request = http_tests::post(
      "/v2/transactions", order("A-1"), "Authorization: Bearer " + trade.customer.token + "\r\n");
  half_a_body.send(std::string_view(request).substr(0, request.size() - 1));
  std::vector<Client> kept_alive;
  for (int i = 0; i < 20; ++i) {
    Client& client = kept_alive.emplace_back(exchange.port());
    EXPECT_EQ(ask(client, trade.customer.token, "GET", "/v2/ping").status, 204);
  }
  for (const Client& client : kept_alive) {
    client.send("GET /v2/ping HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer " +
                trade.customer.token + "\r\n\r\n");
  }
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(exchange.end(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - began, patience);
  for (Client& client : kept_alive) {
    EXPECT_EQ(client.answer().status, 204);
    EXPECT_TRUE(client.is_closed());
  }
  EXPECT_EQ(half_a_head.answer().status, 408);
  EXPECT_EQ(half_a_body.answer().status, 408);
}

TEST(End, comes_at_once_with_a_second_signal_and_what_was_answered_is_on_the_disk) {
  const ScratchFolder folder;
  ServedExchange exchange({.data = folder.path() + "/network"});
  const Partners trade(exchange);
  Client resting(exchange.port());
  const std::string id = sends(resting, trade, order("A-1"));
  // Answers that the client does not read would delay the end after one signal for thirty seconds.
  const Client unread(exchange.port());
  std::string requests;
  for (int i = 0; i < 400; ++i) requests += http_tests::get("/openapi.json");
  EXPECT_EQ(unread.send_while_taken(requests), requests.size());
  const auto began = std::chrono::steady_clock::now();
  exchange.signal(SIGTERM);
  EXPECT_TRUE(resting.is_closed());
  EXPECT_EQ(exchange.end(), killed_by_sigterm);
  EXPECT_LT(std::chrono::steady_clock::now() - began, patience);
  exchange.begin();
  Client client(exchange.port());
  EXPECT_EQ(pending(client, trade), std::vector{id});
}

TEST(Metrics, are_for_operators_and_for_a_listener_of_their_own) {
  const ScratchFolder folder;
  const ServedExchange exchange(
      {.data = folder.path() + "/network", .flags = {"--metrics-listen", "127.0.0.1:0"}});
  const Partners trade(exchange);
  Client client(exchange.port());
  sends(client, trade, order("A-1"));
  EXPECT_EQ(ask(client, trade.customer.token, "GET", "/metrics").status, 403);
  const auto told = ask(client, served::operator_token, "GET", "/metrics");
  EXPECT_EQ(told.status, 200);
  EXPECT_NE(told.body.find("\ntradepost_pending{flow=\"LIVE\"} 1\n"), std::string::npos);
  EXPECT_NE(told.body.find("tradepost_requests_total{method=\"POST\",path=\"/v2/transactions\","
                           "status=\"2xx\"} 1\n"),
            std::string::npos)
      << told.body;

  const std::string& line = exchange.first_lines().front();
  ASSERT_TRUE(line.starts_with("metrics on ")) << line;
  Client own(port_in(line));
  own.send(http_tests::get("/metrics"));
  EXPECT_EQ(own.answer().status, 200);
  own.send(http_tests::get("/v2/transactions"));
  EXPECT_EQ(own.answer().status, 404);
}

// HAProxy's httpchk sends such requests.
TEST(Health, answers_a_balancer_that_speaks_http_1_0_and_names_no_host) {
  const ScratchFolder folder;
  const ServedExchange exchange(
      {.data = folder.path() + "/network", .flags = {"--metrics-listen", "127.0.0.1:0"}});
  const auto status_of = [](std::uint16_t port, std::string_view path, std::string_view more = "") {
    return Client(port).ask(fmt::format("GET {} HTTP/1.0\r\n{}\r\n", path, more)).status;
  };
  const std::uint16_t own_port = port_in(exchange.first_lines().front());
  const std::string token = fmt::format("Authorization: Bearer {}\r\n", served::operator_token);
  for (const char* const path : {"/healthz", "/readyz", "/metrics"}) {
    EXPECT_EQ(status_of(exchange.port(), path, token), 200) << path;
    EXPECT_EQ(status_of(own_port, path), 200) << path;
    EXPECT_EQ(status_of(exchange.port(), path, token + "Host: a/b\r\n"), 400) << path;
  }
  EXPECT_EQ(status_of(exchange.port(), "/openapi.json"), 400) << "it has links";
}

// A series for each route and class of status would be 112 KB of zeros.
TEST(Metrics, of_an_exchange_that_did_nothing_yet_are_few) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/network"});
  Client client(exchange.port());
  const auto told = ask(client, served::operator_token, "GET", "/metrics");
  EXPECT_EQ(told.status, 200);
  EXPECT_LT(told.body.size(), 8'000U);
  EXPECT_EQ(told.body.find("status=\"5xx\""), std::string::npos);
}

TEST(Metrics, are_given_to_clients_that_accept_text_alone) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/network"});
  Client client(exchange.port());
  for (const char* const accept :
       {"text/plain", "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5",
        "application/json", "*/*"}) {
    const auto told = ask(client, served::operator_token, "GET", "/metrics", "",
                          std::string("Accept: ") + accept + "\r\n");
    EXPECT_EQ(told.status, 200) << accept;
    EXPECT_TRUE(told.header("content-type").starts_with("text/plain")) << accept;
  }
}

// RFC 6797 requires clients to ignore the header in plain HTTP.
TEST(Certificate, no_answer_in_plain_text_demands_that_all_come_by_tls) {
  const ScratchFolder folder;
  const http_tests::IdentityFiles files;
  const ServedExchange exchange({.data = folder.path() + "/network",
                                 .flags = {"--tls-cert", files.paths().certificate, "--tls-key",
                                           files.paths().key, "--metrics-listen", "127.0.0.1:0"}});
  constexpr const char* demand = "strict-transport-security";
  const auto told_by = [&](Client&& client) {
    return client.ask(http_tests::get("/healthz")).header(demand);
  };
  EXPECT_EQ(told_by(http_tests::TlsClient(exchange.port())), "max-age=31536000");
  EXPECT_EQ(told_by(Client(port_in(exchange.first_lines().front()))), "");
  Client mistaken(exchange.port());
  const auto refused = mistaken.ask(http_tests::get("/healthz"));
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(refused.header(demand), "");
}

TEST(Certificate, its_end_is_a_metric) {
  const ScratchFolder folder;
  const http_tests::IdentityFiles files;
  const ServedExchange exchange(
      {.data = folder.path() + "/network",
       .flags = {"--tls-cert", files.paths().certificate, "--tls-key", files.paths().key}});
  const auto end = [&] {
    http_tests::TlsClient client(exchange.port());
    const auto metrics = ask(client, served::operator_token, "GET", "/metrics").body;
    const auto line = metrics.find("\ntradepost_certificate_end_timestamp_seconds ");
    EXPECT_NE(line, std::string::npos);
    const auto at = metrics.find(' ', line) + 1;
    return served::number_in(metrics.substr(at, metrics.find_first_of(".\n", at) - at));
  };
  const std::uint64_t first = end();
  EXPECT_GT(first, static_cast<std::uint64_t>(::time(nullptr)));
  files.write(http_tests::make_identity({.to = std::chrono::hours(24 * 200)}));
  EXPECT_TRUE(is_soon([&] { return end() > first; }));
}

TEST(Certificate, is_read_again_on_a_signal) {
  const ScratchFolder folder;
  const http_tests::IdentityFiles files;
  const ServedExchange exchange(
      {.data = folder.path() + "/network",
       .flags = {"--tls-cert", files.paths().certificate, "--tls-key", files.paths().key}});
  exchange.signal(SIGHUP);
  exchange.log_line_with({"tls_reloaded"});
}

TEST(Certificate, is_read_again_when_its_files_are_replaced_and_a_bad_one_is_not_taken) {
  const ScratchFolder folder;
  const http_tests::IdentityFiles files(http_tests::make_identity({.name = "first.test"}));
  const ServedExchange exchange(
      {.data = folder.path() + "/network",
       .flags = {"--tls-cert", files.paths().certificate, "--tls-key", files.paths().key}});
  const auto name = [&] { return http_tests::TlsClient(exchange.port()).name_of_certificate(); };
  EXPECT_EQ(name(), "first.test");

  files.write(http_tests::make_identity({.name = "second.test"}));
  EXPECT_TRUE(is_soon([&] { return name() == "second.test"; }));

  auto unfitting = http_tests::make_identity({.name = "third.test"});
  unfitting.key = http_tests::make_identity().key;
  files.write(unfitting);
  EXPECT_TRUE(is_soon([&] { return exchange.log().contains("tls_not_reloaded"); }));
  EXPECT_EQ(name(), "second.test");
}

}  // namespace
}  // namespace tradepost::serving::start_test
