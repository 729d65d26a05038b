// Tests that participants get all events, in order and at least once (contract 8.3).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "http/receiver.hpp"
#include "served/json.hpp"
#include "webhooks/hooked.hpp"

// Covers contract 7.4 and 8.3.
namespace tradepost::webhooks_tests {

using http_tests::Received;
using http_tests::Receiver;

namespace {

using served::at;

std::vector<std::string> values_in(const std::vector<Received>& calls, const std::string& path) {
  std::vector<std::string> all;
  for (const Received& call : calls) all.push_back(at(call.body, path));
  return all;
}

TEST(Telling, documents_are_reported_to_their_recipient_in_order_without_their_content) {
  const Receiver receiver;
  Hooked hooked;
  hooked.hook(hooked.trade.supplier, receiver.url());
  std::vector<std::string> sent;
  for (int i = 0; i < 5; ++i) sent.push_back(hooked.sends(fmt::format("SECRET-REMARK-{}", i)));
  const auto calls = receiver.calls_when(5);
  EXPECT_EQ(values_in(calls, "transaction.platformTransactionId"), sent);
  const std::string& first = calls[0].body;
  EXPECT_EQ(at(first, "type"), "transaction.pending");
  EXPECT_EQ(at(first, "flow"), "LIVE");
  EXPECT_EQ(at(first, "participant.id"), hooked.trade.supplier.id);
  EXPECT_EQ(at(first, "transaction.type"), "ORDER");
  EXPECT_EQ(at(first, "transaction.direction"), "received");
  EXPECT_EQ(at(first, "transaction.sender.id"), hooked.trade.customer.id);
  EXPECT_EQ(at(first, "transaction.content"), "absent");
  EXPECT_EQ(first.find("SECRET-REMARK"), std::string::npos) << first;
}

TEST(Telling, call_carries_event_time_and_signature_in_its_head) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  hooked.sends("A-1");
  const Received call = receiver.calls_when(1).at(0);
  EXPECT_EQ(call.header("content-type"), "application/json");
  EXPECT_EQ(call.header("tradepost-event"), at(call.body, "id"));
  EXPECT_EQ(call.header("tradepost-signature"),
            signature_of(webhook.secret, call.header("tradepost-timestamp"), call.body));
  EXPECT_NE(call.header("tradepost-signature"),
            signature_of(webhook.secret, call.header("tradepost-timestamp"), call.body + " "));
  EXPECT_EQ(call.header("authorization"), "");
}

TEST(Telling, report_and_case_are_sent_to_the_sender) {
  const Receiver receiver;
  Hooked hooked;
  hooked.hook(hooked.trade.customer, receiver.url());
  const std::string id = hooked.sends("A-1");
  const auto marked = hooked.ask(hooked.trade.supplier.token, "POST", "/v2/transactions/" + id,
                                 R"({"success":false,"reason":"unknown article"})");
  EXPECT_EQ(marked.status, 200) << marked.body;
  const auto calls = receiver.calls_when(2);
  EXPECT_EQ(values_in(calls, "type"),
            (std::vector<std::string>{"transaction.reported", "case.opened"}));
  EXPECT_EQ(at(calls[0].body, "transaction.platformTransactionId"), id);
  EXPECT_EQ(at(calls[0].body, "transaction.status"), "FAILED");
  EXPECT_EQ(at(calls[0].body, "transaction.report.reason"), "unknown article");
  EXPECT_EQ(at(calls[1].body, "case.transaction"), id);
  EXPECT_EQ(at(calls[1].body, "case.status"), "open");
}

TEST(Telling, webhook_gets_only_its_events_of_its_flow) {
  const Receiver cases;
  const Receiver tests;
  Hooked hooked;
  hooked.hook(hooked.trade.customer, cases.url(), R"(,"events":["case.opened"])");
  served::Operator by(hooked.exchange.port());
  served::Member tester = hooked.trade.supplier;
  tester.token = served::add_token(by, hooked.trade.supplier, R"(,"flow":"TEST")");
  hooked.hook(tester, tests.url());
  const std::string id = hooked.sends("A-1");
  hooked.ask(hooked.trade.supplier.token, "POST", "/v2/transactions/" + id, R"({"success":false})");
  EXPECT_EQ(values_in(cases.calls_when(1), "type"), (std::vector<std::string>{"case.opened"}));
  EXPECT_TRUE(tests.calls().empty());
}

TEST(Telling, refused_event_is_sent_again_with_its_id_and_first) {
  const Receiver receiver([](const Received&, std::size_t nth) -> std::string {
    return nth < 2 ? "500 Internal Server Error" : "200 OK";
  });
  Hooked hooked;
  hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string first = hooked.sends("A-1");
  const std::string second = hooked.sends("A-2");
  const auto calls = receiver.calls_when(4);
  EXPECT_EQ(values_in(calls, "transaction.platformTransactionId"),
            (std::vector<std::string>{first, first, first, second}));
  const auto events = values_in(calls, "id");
  EXPECT_EQ(events[0], events[1]);
  EXPECT_EQ(events[0], events[2]);
  EXPECT_NE(events[0], events[3]);
}

TEST(Telling, one_that_fails_holds_up_no_other) {
  const Receiver deaf([](const Received&, std::size_t) { return "503 Service Unavailable"; });
  const Receiver receiver;
  Hooked hooked;
  hooked.hook(hooked.trade.supplier, deaf.url());
  hooked.hook(hooked.trade.supplier, receiver.url());
  std::vector<std::string> sent;
  for (int i = 0; i < 40; ++i) sent.push_back(hooked.sends(fmt::format("A-{}", i)));
  EXPECT_EQ(values_in(receiver.calls_when(40), "transaction.platformTransactionId"), sent);
  const auto refused = values_in(deaf.calls_when(1), "transaction.platformTransactionId");
  EXPECT_EQ(refused.front(), sent.front());
  EXPECT_EQ(refused.back(), sent.front());
}

TEST(Telling, continues_after_the_last_accepted_event_after_a_kill) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string first = hooked.sends("A-1");
  receiver.calls_when(1);
  hooked.deliveries(webhook,
                    [](const std::string& body) { return at(body, "data.waiting") == "0"; });
  hooked.exchange.kill();
  hooked.exchange.begin();
  const std::string second = hooked.sends("A-2");
  EXPECT_EQ(values_in(receiver.calls_when(2), "transaction.platformTransactionId"),
            (std::vector<std::string>{first, second}));
}

TEST(Telling, events_before_the_webhook_existed_are_not_sent) {
  const Receiver receiver;
  Hooked hooked;
  hooked.sends("A-1");
  hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string second = hooked.sends("A-2");
  EXPECT_EQ(values_in(receiver.calls_when(1), "transaction.platformTransactionId"),
            (std::vector<std::string>{second}));
}

}  // namespace
}  // namespace tradepost::webhooks_tests
