// Tests the simulated partners that the exchange itself runs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "polling.hpp"
#include "served/json.hpp"
#include "trade/trader.hpp"

// Covers contract 16.1, 16.2, 16.3, 16.4 and 16.5.
namespace tradepost::simulate_tests {

using http_tests::Answer;
using served::at;
using trade::of_test_flow;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view partners = "/v2/profile/simulated-partners";
constexpr std::string_view supplier_path = "/v2/profile/simulated-partners/supplier";
constexpr std::string_view buyer_path = "/v2/profile/simulated-partners/buyer";

UsualExchange::Options with_simulated_partners() {
  UsualExchange::Options options;
  options.flags = {"--simulated-partners"};
  return options;
}

// Returns an order of the customer that a supplier can deliver.
std::string order_to(std::string_view gln, std::string_view number) {
  return fmt::format(R"({{"type":"ORDER","content":{{"header":{{)"
                     R"("buyer":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
                     R"("supplier":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
                     R"("orderIdentifier":"{}","orderDate":"2026-03-02"}},)"
                     R"("items":[{{"lineNumber":10,"quantity":40,)"
                     R"("identifiers":[{{"domain":"GS1","identifier":"9521001010016"}}]}}]}}}})",
                     trade::customer_gln, gln, number);
}

struct SimulatedPartners : testing::Test {
  UsualExchange exchange{with_simulated_partners()};
  std::string token = exchange.token(exchange.customer, of_test_flow);
  Trader customer{exchange, token};

  // Starts the partner, and returns its GLN.
  static std::string starts(Trader& trader, std::string_view path, std::string_view body = "{}") {
    const Answer answer = trader.puts(path, body);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(at(answer.body, "data.state"), "running");
    return at(answer.body, "data.participant.identifiers.0.identifier");
  }
  static std::string detail(const Answer& answer) {
    EXPECT_EQ(answer.status, 409) << answer.body;
    return at(answer.body, "detailCode");
  }
  static std::size_t count(Trader& trader, std::string_view filter) {
    const Answer list = trader.gets(fmt::format("/v2/all-transactions?per_page=100&{}", filter));
    std::size_t found = 0;
    while (at(list.body, fmt::format("items.{}.type", found)) != "absent") ++found;
    return found;
  }
  static bool receives(Trader& trader, std::string_view kind) {
    return is_soon([&] {
      return count(trader, fmt::format("filter[direction]=received&filter[type]={}", kind)) > 0;
    });
  }
};

TEST_F(SimulatedPartners, supplier_answers_an_order) {
  const std::string gln = starts(customer, supplier_path);
  customer.sends(order_to(gln, "PO-1"));
  EXPECT_TRUE(receives(customer, "ORDER_RESPONSE"));
  EXPECT_TRUE(receives(customer, "SHIPPING_NOTICE"));
  EXPECT_TRUE(receives(customer, "INVOICE"));
  // The partner counts a document when it has the answer, a moment after the customer sees it.
  std::string state;
  EXPECT_TRUE(is_soon([&] {
    state = customer.gets(partners).body;
    return at(state, "data.partners.0.documentsSent") == "3";
  })) << state;
  EXPECT_EQ(at(state, "data.partners.0.happenings.0.event"), "sent") << state;
  EXPECT_EQ(at(state, "data.partners.0.happenings.0.number"), "RE-PO-1") << state;
}

TEST_F(SimulatedPartners, buyer_sends_an_order) {
  starts(customer, buyer_path, R"({"speed":86400,"ordersADay":1})");
  EXPECT_TRUE(receives(customer, "ORDER"));
  EXPECT_EQ(at(customer.asks("DELETE", buyer_path).body, "data.state"), "stopped");
}

TEST_F(SimulatedPartners, stopped_partner_answers_nothing_and_its_token_is_revoked) {
  const std::string gln = starts(customer, supplier_path);
  const std::string id = at(customer.gets(partners).body, "data.partners.0.participant.id");
  EXPECT_EQ(at(customer.asks("DELETE", supplier_path).body, "data.state"), "stopped");
  const auto tokens =
      exchange.by().asks("GET", fmt::format("/admin/tokens?filter[participant]={}", id));
  EXPECT_NE(at(tokens.body, "items.0.revokedAt"), "null") << tokens.body;
  EXPECT_EQ(at(tokens.body, "items.1.id"), "absent") << tokens.body;
  customer.sends(order_to(gln, "PO-2"));
  EXPECT_TRUE(
      is_soon([&] { return customer.gets(partners).body.contains("The run was stopped."); }));
  EXPECT_EQ(count(customer, "filter[direction]=received"), 0u);
  EXPECT_EQ(customer.asks("DELETE", supplier_path).status, 200);
}

TEST_F(SimulatedPartners, killed_exchange_starts_again_without_duplicates) {
  const std::string gln = starts(customer, supplier_path);
  customer.sends(order_to(gln, "PO-3"));
  ASSERT_TRUE(receives(customer, "ORDER_RESPONSE"));
  exchange.process().kill();
  exchange.process().begin();
  Trader again(exchange, token);
  EXPECT_EQ(at(again.gets(partners).body, "data.partners.0.state"), "stopped");
  EXPECT_EQ(starts(again, supplier_path), gln);
  EXPECT_TRUE(receives(again, "INVOICE"));
  again.sends(order_to(gln, "PO-4"));
  EXPECT_TRUE(is_soon([&] { return count(again, "filter[type]=INVOICE") == 2; }));
  EXPECT_EQ(count(again, "filter[type]=ORDER_RESPONSE"), 2u);
  EXPECT_EQ(count(again, "filter[type]=SHIPPING_NOTICE"), 2u);
}

TEST_F(SimulatedPartners, second_start_replaces_the_first_run) {
  const std::string gln = starts(customer, supplier_path);
  EXPECT_EQ(starts(customer, supplier_path, R"({"rejected":100})"), gln);
  customer.sends(order_to(gln, "PO-5"));
  EXPECT_TRUE(receives(customer, "ORDER_RESPONSE"));
  EXPECT_EQ(count(customer, "filter[direction]=received"), 1u);
}

TEST_F(SimulatedPartners, live_flow_and_strangers_are_refused) {
  const std::string gln = starts(customer, supplier_path);
  Trader live(exchange, exchange.customer);
  EXPECT_EQ(detail(live.gets(partners)), "simulated_partners_in_test");
  EXPECT_EQ(detail(live.puts(supplier_path, "{}")), "simulated_partners_in_test");
  EXPECT_EQ(detail(live.asks("DELETE", supplier_path)), "simulated_partners_in_test");
  const std::string order = order_to(gln, "PO-6");
  const Answer sent = live.posts("/v2/transactions", order);
  EXPECT_EQ(sent.status, 422) << sent.body;
  EXPECT_EQ(at(sent.body, "faults.0.code"), "order.flow_not_taken");
  exchange.by().does("PUT", "/admin/network", R"({"mode":"open"})");
  const std::string of_stranger = trade::order("PO-7", "", trade::stranger_gln, gln);
  Trader stranger(exchange, exchange.token(exchange.stranger, of_test_flow));
  EXPECT_EQ(stranger.posts("/v2/transactions", of_stranger).status, 403);
  Trader stranger_live(exchange, exchange.stranger);
  EXPECT_EQ(stranger_live.posts("/v2/transactions", of_stranger).status, 422);
}

TEST_F(SimulatedPartners, bodies_and_roles_are_checked) {
  const Answer faulty = customer.puts(supplier_path, R"({"speed":0,"late":101,"colour":"red"})");
  EXPECT_EQ(faulty.status, 422) << faulty.body;
  EXPECT_EQ(at(faulty.body, "faults.0.code"), "simulated_partner.speed.out_of_range");
  EXPECT_EQ(customer.puts("/v2/profile/simulated-partners/warehouse", "{}").status, 404);
  Trader sender(exchange, exchange.token(exchange.customer, R"(,"flow":"TEST","scopes":["send"])"));
  EXPECT_EQ(sender.gets(partners).status, 403);
  EXPECT_EQ(sender.puts(supplier_path, "{}").status, 403);
}

TEST_F(SimulatedPartners, closed_participant_is_not_started) {
  starts(customer, supplier_path);
  const std::string id = at(customer.gets(partners).body, "data.partners.0.participant.id");
  customer.asks("DELETE", supplier_path);
  exchange.by().does("DELETE", "/admin/participants/" + id, "");
  EXPECT_EQ(detail(customer.puts(supplier_path, "{}")), "simulated_partner_closed");
}

TEST_F(SimulatedPartners, node_runs_eight_at_a_time) {
  Trader supplier(exchange, exchange.token(exchange.supplier, of_test_flow));
  Trader stranger(exchange, exchange.token(exchange.stranger, of_test_flow));
  std::vector<Trader> others;
  for (const std::string_view gln : {"9521004000007", "9521005000006"}) {
    const auto made = exchange.by().does(
        "POST", "/admin/participants",
        fmt::format(R"({{"name":"Other","identifiers":[{{"domain":"GS1","identifier":"{}"}}]}})",
                    gln));
    const auto made_token =
        exchange.by().does("POST", "/admin/tokens",
                           fmt::format(R"({{"participant":"{}","flow":"TEST"}})", at(made, "id")));
    others.emplace_back(exchange, at(made_token, "token"));
  }
  for (Trader* trader : {&customer, &supplier, &stranger, &others[0]}) {
    starts(*trader, supplier_path);
    starts(*trader, buyer_path);
  }
  EXPECT_EQ(detail(others[1].puts(buyer_path, "{}")), "too_many_simulated_partners");
  customer.asks("DELETE", buyer_path);
  EXPECT_TRUE(is_soon([&] { return others[1].puts(buyer_path, "{}").status == 200; }));
}

TEST_F(SimulatedPartners, log_of_changes_names_the_beginner) {
  starts(customer, supplier_path);
  const auto events = exchange.by().asks("GET", "/admin/events?per_page=100");
  EXPECT_TRUE(events.body.contains("Simulated supplier of Kunde")) << events.body;
  EXPECT_TRUE(events.body.contains("participant.added")) << events.body;
}

TEST(SimulatedPartnersOff, exchange_without_the_setting_refuses) {
  UsualExchange exchange;
  Trader customer(exchange, exchange.token(exchange.customer, of_test_flow));
  for (const Answer& answer : {customer.gets(partners), customer.puts(supplier_path, "{}"),
                               customer.asks("DELETE", supplier_path)}) {
    EXPECT_EQ(answer.status, 409) << answer.body;
    EXPECT_EQ(at(answer.body, "detailCode"), "simulated_partners_off");
  }
}

}  // namespace
}  // namespace tradepost::simulate_tests
