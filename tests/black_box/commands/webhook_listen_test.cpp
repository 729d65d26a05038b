// Tests `tradepost webhook listen`.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <ctime>
#include <functional>
#include <future>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/crypto/hmac.hpp"
#include "commands/sockets.hpp"
#include "commands/trading.hpp"
#include "http/client.hpp"
#include "http/receiver.hpp"
#include "polling.hpp"
#include "served/json.hpp"
#include "served/network.hpp"

namespace tradepost::commands_tests::webhook_listen_test {

using served::danger_in;
using served::Desk;
using served::Ended;
using served::hostile_json;
using served::hostile_text;

namespace {

using http_tests::Received;
using http_tests::Receiver;

bool comes(const std::function<bool()>& condition) {
  return is_soon(condition, std::chrono::minutes(1));
}

// Returns the text after `begin`, up to a blank, a slash or the end of its line.
std::string word_after(const std::string& text, std::string_view begin) {
  const auto at = text.find(begin);
  if (at == std::string::npos) return {};
  const std::string rest = text.substr(at + begin.size());
  return rest.substr(0, rest.find_first_of(" /\n"));
}

// A running `tradepost webhook listen` at one participant's desk.
class Listener {
 public:
  Listener(const Desk& desk, const std::string& words = "") : desk_(desk) {
    process_ = desk.begin("webhook listen " + words);
    EXPECT_TRUE(comes([&] { return has(desk.said(), "Ctrl-C removes it."); })) << desk.said();
  }

  int end(int signal = SIGTERM) { return process_.end(signal); }
  bool says(std::string_view text) const {
    const bool is_said = comes([&] { return has(desk_.said(), text); });
    EXPECT_TRUE(is_said) << text << "\n" << desk_.said();
    return is_said;
  }
  std::string id() const { return word_after(desk_.said(), "webhook "); }
  std::string secret() const { return word_after(desk_.said(), "its secret: "); }
  std::uint16_t port() const {
    return static_cast<std::uint16_t>(
        served::number_in(word_after(desk_.said(), "http://127.0.0.1:")));
  }
  // Sends these bytes to the listener and returns the status of the answer.
  int answer_to(const std::string& bytes) const {
    return http_tests::Client(port()).ask(bytes).status;
  }

 private:
  const Desk& desk_;
  process::Process process_;
};

std::string post(std::string_view headers, std::string_view body) {
  return fmt::format("POST / HTTP/1.1\r\nHost: here\r\n{}Content-Length: {}\r\n\r\n{}", headers,
                     body.size(), body);
}

std::string signed_post(const std::string& secret, std::int64_t age_s, std::string_view body) {
  const std::int64_t sent = std::time(nullptr) - age_s;
  const auto signature = base::hmac_sha256(secret, fmt::format("{}.{}", sent, body)).hex();
  return post(
      fmt::format("Tradepost-Timestamp: {}\r\nTradepost-Signature: v1={}\r\n", sent, signature),
      body);
}

class WebhookListen : public testing::Test {
 public:
  WebhookListen() { allow(R"("127.0.0.1")"); }
  static void allow(std::string_view targets) {
    served::Operator(shared_exchange().port())
        .does("PUT", "/admin/webhook-targets", fmt::format(R"({{"targets":[{}]}})", targets));
  }

  Trade trade{shared_exchange()};
};

TEST_F(WebhookListen, call_is_printed_and_the_webhook_is_gone_at_the_end) {
  Listener listener(trade.supplier);
  EXPECT_TRUE(has(trade.supplier.tradepost("webhook list").out, listener.id()));
  const std::string id = trade.sends("L-1");
  listener.says(fmt::format("  transaction.pending  ORDER {} from {}\n", id, trade.customer_name));
  EXPECT_EQ(listener.end(SIGINT), 0) << trade.supplier.said();
  EXPECT_EQ(trade.supplier.tradepost("webhook list").out, "no webhooks\n");
}

TEST_F(WebhookListen, refused_call_is_forwarded_again_as_the_exchange_signed_it) {
  const Receiver receiver([](const Received&, std::size_t nth) -> std::string {
    return nth == 0 ? "503 Service Unavailable" : "204 No Content";
  });
  Listener listener(trade.supplier, "--json --forward " + receiver.url());
  const std::string id = trade.sends("L-2");
  const auto calls = receiver.calls_when(2);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].body, calls[1].body);
  EXPECT_EQ(json_at(calls[1].body, "transaction.platformTransactionId"), id);
  for (const Received& call : calls) {
    const std::string text = call.header("tradepost-timestamp") + "." + call.body;
    EXPECT_EQ(call.header("tradepost-signature"),
              "v1=" + base::hmac_sha256(listener.secret(), text).hex());
    EXPECT_EQ(call.header("tradepost-event"), json_at(call.body, "id"));
  }
  listener.says(calls[1].body + "\n");
  EXPECT_TRUE(comes(
      [&] { return has(trade.supplier.tradepost("webhook list --json").out, R"("waiting":0)"); }));
}

TEST_F(WebhookListen, receiver_that_is_away_is_reported_and_called_again) {
  std::string nowhere;
  {
    const Receiver gone;
    nowhere = gone.url();
  }
  Listener listener(trade.supplier, "--forward " + nowhere);
  trade.sends("L-3");
  listener.says("not forwarded: The connection was refused.");
  EXPECT_TRUE(comes([&] {
    return !has(trade.supplier.tradepost("webhook list --json").out, R"("failures":0)");
  }));
}

TEST_F(WebhookListen, call_that_is_not_the_exchanges_is_refused_and_ends_nothing) {
  Listener listener(trade.supplier);
  const std::string secret = listener.secret();
  EXPECT_EQ(listener.answer_to("GET / HTTP/1.1\r\nHost: here\r\n\r\n"), 405);
  EXPECT_EQ(listener.answer_to(post("", "{}")), 401);
  EXPECT_EQ(listener.answer_to(signed_post("another", 0, "{}")), 401);
  EXPECT_EQ(listener.answer_to(signed_post(secret, 600, "{}")), 401);
  EXPECT_EQ(listener.answer_to(signed_post(secret, -600, "{}")), 401);
  EXPECT_EQ(listener.answer_to(post("Tradepost-Timestamp: 99999999999999999999\r\n", "{}")), 401);
  EXPECT_EQ(listener.answer_to("\x16\x03\x01 \xff\xfe\r\n\r\n"), 400);
  EXPECT_EQ(listener.answer_to("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 99999999\r\n\r\n"),
            413);
  listener.says("refused a call of 127.0.0.1: Its signature is wrong.");
  // A signed body is printed even if it is garbage, and controls no terminal.
  for (const std::string& body : {std::string("no JSON \x1b[2J"), std::string("[]"),
                                  fmt::format(R"({{"type":"{}"}})", hostile_json)}) {
    EXPECT_EQ(listener.answer_to(signed_post(secret, 0, body)), 204) << body;
  }
  EXPECT_EQ(trade.supplier.tradepost("webhook test " + listener.id()).exit_code, 0);
  listener.says("webhook.test");
  EXPECT_EQ(danger_in(trade.supplier.said()), "");
  EXPECT_EQ(listener.end(), 0);
}

TEST_F(WebhookListen, reason_of_a_partner_controls_no_terminal) {
  Listener listener(trade.customer, "--event transaction.reported");
  const std::string id = trade.sends("L-4");
  trade.supplier.write("reason", hostile_text);
  const std::string words = "report --failed --reason \"$(cat reason)\" " + id;
  EXPECT_EQ(trade.supplier.tradepost(words).exit_code, 0);
  listener.says(fmt::format("ORDER {} to {}: FAILED, X", id, trade.supplier_name));
  EXPECT_EQ(danger_in(trade.customer.said()), "");
}

TEST_F(WebhookListen, host_that_is_not_allowed_is_reported_with_the_remedy) {
  allow("");
  const Ended refused = trade.supplier.tradepost("webhook listen");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, "The operator does not allow this host.")) << refused.err;
  EXPECT_TRUE(has(refused.err, "PUT /admin/webhook-targets")) << refused.err;
}

TEST_F(WebhookListen, wrong_words_are_refused_before_anything_is_added) {
  for (const auto& [words, sentence] : std::vector<std::pair<std::string, std::string_view>>{
           {"--listen 8090", "use an address and a port, such as 127.0.0.1:8090."},
           {"--listen localhost:8090", "use an address and a port"},
           {"--listen 127.0.0.1:70000", "use an address and a port"},
           {"--forward ftp://127.0.0.1/", "--forward ftp://127.0.0.1/: a URL begins with http://"},
           {"--url http://192.0.2.1:1 --plain-http", "Use --public-url to give the URL"}}) {
    const Ended wrong = trade.supplier.tradepost("webhook listen " + words);
    EXPECT_EQ(wrong.exit_code, 2) << words;
    EXPECT_TRUE(has(wrong.err, sentence)) << words << "\n" << wrong.err;
  }
  const Listening taken = listen_on_loopback();
  EXPECT_EQ(
      trade.supplier.tradepost(fmt::format("webhook listen --listen 127.0.0.1:{}", taken.port))
          .exit_code,
      3);
  EXPECT_EQ(trade.supplier.tradepost("webhook list").out, "no webhooks\n");
}

TEST_F(WebhookListen, closed_output_ends_it_and_the_webhook) {
  auto ended = std::async(std::launch::async, [&] {
    return trade.supplier.shell("\"$tradepost\" webhook listen >/dev/full 2>said").exit_code;
  });
  EXPECT_TRUE(comes([&] { return has(trade.supplier.read("said"), "Ctrl-C removes it."); }));
  trade.sends("L-5");
  EXPECT_EQ(ended.get(), 3) << trade.supplier.read("said");
  EXPECT_EQ(trade.supplier.tradepost("webhook list").out, "no webhooks\n");
}

}  // namespace
}  // namespace tradepost::commands_tests::webhook_listen_test
