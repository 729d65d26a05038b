// Tests how participants and operators manage webhooks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "http/receiver.hpp"
#include "served/json.hpp"
#include "webhooks/hooked.hpp"

// Covers contract 9.3.
namespace tradepost::webhooks_tests {

using http_tests::Received;
using http_tests::Receiver;

namespace {

using served::at;

const std::string path = "/v2/profile/webhooks";

TEST(Managing, secret_is_returned_once_and_is_in_no_other_answer) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  EXPECT_TRUE(webhook.secret.starts_with("tp_hook_")) << webhook.secret;
  EXPECT_EQ(webhook.secret.size(), std::string("tp_hook_").size() + 43);
  const auto listed = hooked.ask(hooked.trade.supplier.token, "GET", path);
  EXPECT_EQ(at(listed.body, "data.0.id"), webhook.id);
  EXPECT_EQ(at(listed.body, "data.0.state"), "active");
  EXPECT_EQ(at(listed.body, "data.0.secret"), "absent");
  EXPECT_EQ(listed.body.find(webhook.secret), std::string::npos);
  served::Operator by(hooked.exchange.port());
  const std::string of_all = by.does("GET", "/admin/webhooks", "");
  EXPECT_EQ(at(of_all, "items.0.id"), webhook.id);
  EXPECT_EQ(at(of_all, "items.0.participant.name"), "Lieferant");
  EXPECT_EQ(of_all.find(webhook.secret), std::string::npos);
}

TEST(Managing, secret_is_not_on_the_disk_as_it_is) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  EXPECT_EQ(hooked.exchange.end(), 0);
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(hooked.folder.path() + "/network")) {
    if (!entry.is_regular_file()) continue;
    std::string bytes(entry.file_size(), '\0');
    std::ifstream(entry.path(), std::ios::binary)
        .read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    EXPECT_EQ(bytes.find(webhook.secret), std::string::npos) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 2u);
}

TEST(Managing, all_faults_are_reported_at_once) {
  Hooked hooked;
  const auto refused = hooked.ask(hooked.trade.supplier.token, "POST", path,
                                  R"({"url":"ftp://127.0.0.1","events":["all",7],"colour":"red"})");
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "faultCount"), "4") << refused.body;
  for (const char* where : {"url", "events.0", "events.1", "colour"}) {
    EXPECT_NE(refused.body.find(fmt::format("\"path\":\"{}\"", where)), std::string::npos)
        << where << refused.body;
  }
  const auto nothing = hooked.ask(hooked.trade.supplier.token, "POST", path,
                                  R"({"url":"http://127.0.0.1/","events":[]})");
  EXPECT_EQ(nothing.status, 422);
  EXPECT_EQ(at(nothing.body, "faults.0.path"), "events") << nothing.body;
}

TEST(Managing, host_that_the_operator_does_not_allow_is_refused) {
  Hooked hooked({}, {}, R"("hooks.example")");
  const auto refused =
      hooked.ask(hooked.trade.supplier.token, "POST", path, R"({"url":"http://127.0.0.1:9/in"})");
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "faults.0.code"), "webhook.url.malformed");
}

TEST(Managing, operator_gives_a_new_participant_webhooks_whose_secrets_are_returned_once) {
  const Receiver receiver;
  Hooked hooked;
  served::Operator by(hooked.exchange.port());
  const std::string added = by.does("POST", "/admin/participants",
                                    fmt::format(R"({{
    "name":"Spedition","identifiers":[{{"domain":"GS1","identifier":"9521003000008"}}],
    "webhooks":[{{"url":"{0}","events":["transaction.pending"]}},{{"url":"{0}","flow":"TEST"}}]}})",
                                                receiver.url()));
  served::Member member{.id = at(added, "id"), .token = {}};
  member.token = served::make_token(by, member).token;
  served::relate(by, hooked.trade.customer, member);
  EXPECT_EQ(at(added, "webhooks.0.flow"), "LIVE") << added;
  EXPECT_EQ(at(added, "webhooks.1.flow"), "TEST");
  EXPECT_NE(at(added, "webhooks.0.secret"), at(added, "webhooks.1.secret"));
  const std::string listed = hooked.ask(member.token, "GET", path).body;
  EXPECT_EQ(at(listed, "data.0.id"), at(added, "webhooks.0.id")) << listed;
  EXPECT_EQ(at(listed, "data.1"), "absent");
  EXPECT_EQ(listed.find("secret"), std::string::npos);

  std::string order = trade::order("A-1");
  constexpr std::string_view supplier = "9521001000000";
  order.replace(order.find(supplier), supplier.size(), "9521003000008");
  http_tests::Client client(hooked.exchange.port());
  trade::sends(client, hooked.trade, order);
  const Received call = receiver.calls_when(1).at(0);
  EXPECT_EQ(
      call.header("tradepost-signature"),
      signature_of(at(added, "webhooks.0.secret"), call.header("tradepost-timestamp"), call.body));
}

TEST(Managing, faults_of_a_new_participants_webhooks_are_reported_with_their_paths) {
  Hooked hooked;
  const auto refused =
      hooked.ask(std::string(served::operator_token), "POST", "/admin/participants",
                 R"({"name":"x","identifiers":[],"webhooks":[{"url":"http://elsewhere.example/"},
                    {"events":["x"],"flow":"BOTH"},{"url":"http://127.0.0.1/","colour":1}]})");
  EXPECT_EQ(refused.status, 422);
  const std::vector<std::string> paths{"webhooks.0.url", "webhooks.1.url", "webhooks.1.events.0",
                                       "webhooks.1.flow", "webhooks.2.colour"};
  for (const std::string& each : paths) {
    EXPECT_NE(refused.body.find(fmt::format(R"("path":"{}")", each)), std::string::npos)
        << each << " in " << refused.body;
  }
  EXPECT_EQ(at(refused.body, "faultCount"), fmt::format("{}", paths.size())) << refused.body;
}

TEST(Managing, test_call_returns_its_result_at_once) {
  const Receiver receiver;
  const Receiver deaf([](const Received&, std::size_t) { return "418 Short And Stout"; });
  Hooked hooked;
  const Webhook good = hooked.hook(hooked.trade.supplier, receiver.url());
  const Webhook bad = hooked.hook(hooked.trade.supplier, deaf.url());
  const auto taken =
      hooked.ask(hooked.trade.supplier.token, "POST", path + "/" + good.id + "/test");
  EXPECT_EQ(taken.status, 200);
  EXPECT_EQ(at(taken.body, "data.taken"), "true") << taken.body;
  EXPECT_EQ(at(taken.body, "data.status"), "204");
  const auto call = receiver.calls().at(0);
  EXPECT_EQ(at(call.body, "type"), "webhook.test");
  EXPECT_EQ(at(call.body, "id"), at(taken.body, "data.event"));
  EXPECT_EQ(call.header("tradepost-signature"),
            signature_of(good.secret, call.header("tradepost-timestamp"), call.body));
  const auto refused =
      hooked.ask(hooked.trade.supplier.token, "POST", path + "/" + bad.id + "/test");
  EXPECT_EQ(at(refused.body, "data.taken"), "false") << refused.body;
  EXPECT_EQ(at(refused.body, "data.status"), "418");
  EXPECT_EQ(at(refused.body, "data.message"), "It answered with 418.");
}

TEST(Managing, test_call_without_a_listener_says_so) {
  Hooked hooked;
  std::string url;
  {
    const Receiver gone;
    url = gone.url();
  }
  const Webhook webhook = hooked.hook(hooked.trade.supplier, url);
  const auto answer =
      hooked.ask(hooked.trade.supplier.token, "POST", path + "/" + webhook.id + "/test");
  EXPECT_EQ(at(answer.body, "data.taken"), "false");
  EXPECT_EQ(at(answer.body, "data.status"), "null");
  EXPECT_EQ(at(answer.body, "data.message"), "The connection was refused.");
}

TEST(Managing, deliveries_show_the_result_of_each_call_and_the_time_of_the_next) {
  const Receiver receiver([](const Received&, std::size_t nth) -> std::string {
    return nth == 0 ? "204 No Content" : "500 Internal Server Error";
  });
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string first = hooked.sends("A-1");
  const std::string second = hooked.sends("A-2");
  hooked.sends("A-3");
  const std::string body = hooked.deliveries(
      webhook, [](const std::string& at_last) { return at(at_last, "data.nextTryAt") != "null"; });
  EXPECT_EQ(at(body, "data.deliveries.0.about"), second) << body;
  EXPECT_EQ(at(body, "data.deliveries.0.taken"), "false");
  EXPECT_EQ(at(body, "data.deliveries.0.status"), "500");
  EXPECT_EQ(at(body, "data.waiting"), "2");
  EXPECT_NE(at(body, "data.oldestWaitingAt"), "null");
  EXPECT_NE(body.find(first), std::string::npos);
  const auto metrics = hooked.ask(std::string(served::operator_token), "GET", "/metrics");
  EXPECT_NE(metrics.body.find("tradepost_webhook_calls_total{outcome=\"taken\"} 1\n"),
            std::string::npos)
      << metrics.body;
  EXPECT_NE(metrics.body.find("tradepost_webhooks_failing 1\n"), std::string::npos);
}

TEST(Managing, new_secret_signs_from_the_next_call_on) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const auto changed = hooked.ask(hooked.trade.supplier.token, "PUT", path + "/" + webhook.id,
                                  R"({"secret":"new"})");
  EXPECT_EQ(changed.status, 200) << changed.body;
  const std::string secret = at(changed.body, "data.secret");
  EXPECT_NE(secret, webhook.secret);
  EXPECT_EQ(at(changed.body, "data.url"), receiver.url());
  hooked.sends("A-1");
  const auto call = receiver.calls_when(1).at(0);
  EXPECT_EQ(call.header("tradepost-signature"),
            signature_of(secret, call.header("tradepost-timestamp"), call.body));
}

TEST(Managing, waiting_events_go_to_the_corrected_address) {
  const Receiver receiver;
  Hooked hooked;
  std::string url;
  {
    const Receiver gone;
    url = gone.url();
  }
  const Webhook webhook = hooked.hook(hooked.trade.supplier, url);
  const std::string id = hooked.sends("A-1");
  hooked.deliveries(webhook,
                    [](const std::string& body) { return at(body, "data.failures") != "0"; });
  const auto changed = hooked.ask(hooked.trade.supplier.token, "PUT", path + "/" + webhook.id,
                                  fmt::format(R"({{"url":"{}"}})", receiver.url()));
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(at(changed.body, "data.secret"), "absent");
  EXPECT_EQ(at(receiver.calls_when(1).at(0).body, "transaction.platformTransactionId"), id);
}

TEST(Managing, removed_one_is_called_no_more) {
  const Receiver removed;
  const Receiver stays;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, removed.url());
  hooked.hook(hooked.trade.supplier, stays.url());
  EXPECT_EQ(hooked.ask(hooked.trade.supplier.token, "DELETE", path + "/" + webhook.id).status, 200);
  hooked.sends("A-1");
  stays.calls_when(1);
  EXPECT_TRUE(removed.calls().empty());
  EXPECT_EQ(hooked.ask(hooked.trade.supplier.token, "DELETE", path + "/" + webhook.id).status, 404);
}

TEST(Managing, foreign_webhook_is_answered_as_an_unknown_one) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  const std::string unused_id = "018f0000-0000-7000-8000-000000000000";
  const auto answer_of = [&](std::string_view method, const std::string& id,
                             std::string_view more) {
    const auto answer = hooked.ask(hooked.trade.customer.token, method,
                                   fmt::format("{}/{}{}", path, id, more), "{}");
    return fmt::format("{} {}", answer.status, answer.body);
  };
  for (const auto& [method, more] : {std::pair("PUT", ""), std::pair("DELETE", ""),
                                     std::pair("POST", "/test"), std::pair("GET", "/deliveries")}) {
    const std::string foreign = answer_of(method, webhook.id, more);
    EXPECT_TRUE(foreign.starts_with("404 ")) << method << more << foreign;
    EXPECT_EQ(foreign, answer_of(method, unused_id, more));
    EXPECT_EQ(foreign, answer_of(method, "4711", more));
  }
  EXPECT_TRUE(receiver.calls().empty());
}

TEST(Managing, changing_needs_the_scope_of_administration_and_looking_that_of_reading) {
  const Receiver receiver;
  Hooked hooked;
  const Webhook webhook = hooked.hook(hooked.trade.supplier, receiver.url());
  served::Operator by(hooked.exchange.port());
  const auto reads = served::add_token(by, hooked.trade.supplier, R"(,"scopes":["read"])");
  const auto sends = served::add_token(by, hooked.trade.supplier, R"(,"scopes":["send"])");
  EXPECT_EQ(hooked.ask(reads, "GET", path).status, 200);
  EXPECT_EQ(hooked.ask(sends, "GET", path).status, 403);
  for (const std::string& token : {reads, sends}) {
    EXPECT_EQ(hooked.ask(token, "POST", path, "{}").status, 403);
    EXPECT_EQ(hooked.ask(token, "DELETE", path + "/" + webhook.id).status, 403);
    EXPECT_EQ(hooked.ask(token, "POST", path + "/" + webhook.id + "/test").status, 403);
  }
}

}  // namespace
}  // namespace tradepost::webhooks_tests
