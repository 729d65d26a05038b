#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "served/json.hpp"
#include "trade/trade.hpp"

// Tests /v2/profile (contract 1.2, 4.5, 4.7).
// Covers contract 2.8.
namespace tradepost::partners_tests {
namespace {

using http_tests::Answer;
using served::at;
using served::Member;
using trade::order;
using trade::Trade;

class Profile : public testing::Test {
 public:
  Trade trade;

  Answer puts(const Member& member, std::string_view body) {
    return trade.asks(member.token, "PUT", "/v2/profile", body);
  }
  std::string of(const Member& member, std::string_view path) {
    return at(trade.gets(member, "/v2/profile").body, fmt::format("data.{}", path));
  }
  Answer customer_sends(std::string_view document) {
    return trade.asks(trade.customer.token, "POST", "/v2/transactions", document);
  }
};

TEST_F(Profile, shows_what_the_network_knows_of_the_caller) {
  EXPECT_EQ(of(trade.supplier, "id"), trade.supplier.id);
  EXPECT_EQ(of(trade.supplier, "name"), "Lieferant");
  EXPECT_EQ(of(trade.supplier, "identifiers"),
            R"([{"domain":"GS1","identifier":"9521001000000"}])");
  EXPECT_EQ(of(trade.supplier, "requirements"), "[]");
  EXPECT_EQ(of(trade.supplier, "agents"), "[]");
  EXPECT_EQ(of(trade.supplier, "numbers"), "[]");
  EXPECT_EQ(of(trade.supplier, "webhooks"), "[]");
  EXPECT_EQ(of(trade.supplier, "ssccRanges"), "[]");
}

TEST_F(Profile, webhooks_are_those_of_the_flow) {
  trade.by().does("PUT", "/admin/webhook-targets", R"({"targets":["127.0.0.1"]})");
  trade.does(trade.supplier, "POST", "/v2/profile/webhooks",
             R"({"url":"http://127.0.0.1:9/without-listener"})");
  EXPECT_EQ(of(trade.supplier, "webhooks.0.url"), "http://127.0.0.1:9/without-listener");
  EXPECT_EQ(of(trade.supplier, "webhooks.0.flow"), "LIVE");
  EXPECT_EQ(of(trade.customer, "webhooks"), "[]");
  const std::string tests = trade.token(trade.supplier, R"(,"flow":"TEST")");
  EXPECT_EQ(at(trade.asks(tests, "GET", "/v2/profile").body, "data.webhooks"), "[]");
}

TEST_F(Profile, ranges_are_those_of_the_flow) {
  trade.by().does("POST", "/admin/sscc-ranges",
                  fmt::format(R"({{"participant":"{}","prefix":"3952100","first":5,"end":10}})",
                              trade.supplier.id));
  EXPECT_EQ(of(trade.supplier, "ssccRanges.0.prefix"), "3952100");
  EXPECT_EQ(of(trade.supplier, "ssccRanges.0.first"), "5");
  EXPECT_EQ(of(trade.supplier, "ssccRanges.0.end"), "10");
  EXPECT_EQ(of(trade.customer, "ssccRanges"), "[]");
  const std::string tests = trade.token(trade.supplier, R"(,"flow":"TEST")");
  EXPECT_EQ(at(trade.asks(tests, "GET", "/v2/profile").body, "data.ssccRanges"), "[]");
}

TEST_F(Profile, requirement_says_what_it_would_have_refused_and_holds_for_every_sender) {
  trade.sends("1");
  const Answer put = puts(trade.supplier, R"({"requirements":[)"
                                          R"({"kind":"ORDER","path":"items.*.identifiers"},)"
                                          R"({"kind":"ORDER","path":"header.orderDate"}]})");
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data.wouldHaveRefused"), R"({"of":1,"refused":1})");
  EXPECT_EQ(of(trade.supplier, "requirements.1.path"), "header.orderDate");
  const Answer refused = customer_sends(order("2"));
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "faults.0.path"), "content.items.0.identifiers") << refused.body;
  const Answer none = puts(trade.supplier, R"({"requirements":[]})");
  EXPECT_EQ(at(none.body, "data.wouldHaveRefused.refused"), "0");
  EXPECT_EQ(customer_sends(order("2")).status, 201);
}

TEST_F(Profile, sample_is_of_the_flow_of_the_token) {
  trade.sends("1");
  const std::string tests = trade.token(trade.supplier, R"(,"flow":"TEST")");
  const Answer put =
      trade.asks(tests, "PUT", "/v2/profile",
                 R"({"requirements":[{"kind":"ORDER","path":"items.*.identifiers"}]})");
  EXPECT_EQ(at(put.body, "data.wouldHaveRefused"), R"({"of":0,"refused":0})");
}

TEST_F(Profile, agent_sends_for_who_has_named_it_until_it_is_dismissed) {
  const auto through = [](std::string_view number) {
    std::string text = order(number);
    constexpr std::string_view place = R"("buyer":)";
    return text.insert(
        text.find(place),
        fmt::format(
            R"("technicalSender":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)",
            trade::stranger_gln));
  };
  const auto sends = [&](std::string_view number) {
    return trade.asks(trade.stranger.token, "POST", "/v2/transactions", through(number)).status;
  };
  EXPECT_EQ(sends("1"), 422);
  const Answer put = puts(
      trade.customer, fmt::format(R"({{"agents":[{{"participant":"{}"}}]}})", trade.stranger.id));
  EXPECT_EQ(at(put.body, "data.agents.0.participant"), trade.stranger.id) << put.body;
  EXPECT_EQ(at(put.body, "data.wouldHaveRefused"), "absent");
  EXPECT_EQ(sends("1"), 201);
  puts(trade.customer, fmt::format(R"({{"agents":[{{"participant":"{}","kinds":["INVOICE"]}}]}})",
                                   trade.stranger.id));
  EXPECT_EQ(sends("2"), 422);
}

TEST_F(Profile, internal_number_leads_to_its_partner) {
  std::string text = order("1");
  const auto at_gln = text.find(trade::supplier_gln);
  text.replace(at_gln, trade::supplier_gln.size(), "70001");
  constexpr std::string_view domain = "GS1";
  text.replace(text.rfind(domain, at_gln), domain.size(), "SENDER_INTERNAL");
  EXPECT_EQ(customer_sends(text).status, 422);
  const Answer put = puts(
      trade.customer,
      fmt::format(R"({{"numbers":[{{"participant":"{}","number":"70001"}}]}})", trade.supplier.id));
  EXPECT_EQ(at(put.body, "data.numbers.0.number"), "70001") << put.body;
  EXPECT_EQ(customer_sends(text).status, 201);
}

TEST_F(Profile, omitted_field_stays_and_null_removes_it) {
  puts(trade.customer,
       fmt::format(R"({{"agents":[{{"participant":"{}"}}],)"
                   R"("requirements":[{{"kind":"INVOICE","path":"header.invoiceDate"}}]}})",
                   trade.stranger.id));
  puts(trade.customer, R"({"requirements":[],"agents":null})");
  EXPECT_EQ(of(trade.customer, "agents.0.participant"), trade.stranger.id);
  EXPECT_EQ(of(trade.customer, "requirements"), "[]");
}

TEST_F(Profile, can_be_put_as_it_was_got_and_names_stay_the_operators) {
  const std::string got = at(trade.gets(trade.customer, "/v2/profile").body, "data");
  EXPECT_EQ(puts(trade.customer, got).status, 200);
  const Answer renamed =
      puts(trade.customer, R"({"name":"Neu","identifiers":[],"id":"x","agents":[]})");
  EXPECT_EQ(renamed.status, 200) << renamed.body;
  EXPECT_EQ(of(trade.customer, "name"), "Kunde");
  EXPECT_EQ(of(trade.customer, "identifiers.0.identifier"), "9521002000009");
}

TEST_F(Profile, all_faults_are_reported_at_once_and_nothing_changes) {
  const Answer bad =
      puts(trade.customer,
           fmt::format(R"({{"agent":[],"agents":[{{"participant":"4711"}},{{"kinds":["BRIEF"]}}],)"
                       R"("requirements":[{{"kind":"ORDER","path":"nowhere"}},7],)"
                       R"("numbers":[{{"participant":"{}","number":" "}},{{"number":"1"}}]}})",
                       trade.supplier.id));
  EXPECT_EQ(bad.status, 422);
  for (const auto* const path :
       {"agent", "agents.0.participant", "agents.1.participant", "agents.1.kinds.0",
        "requirements.0.path", "requirements.1", "numbers.0.number", "numbers.1.participant"}) {
    EXPECT_NE(bad.body.find(fmt::format(R"("path":"{}")", path)), std::string::npos)
        << path << " " << bad.body;
  }
  EXPECT_EQ(of(trade.customer, "agents"), "[]");
}

TEST_F(Profile, unknown_number_and_agent_are_422) {
  const Answer bad =
      puts(trade.customer, fmt::format(R"({{"numbers":[{{"participant":"{0}","number":"1"}}],)"
                                       R"("agents":[{{"participant":"{0}"}}]}})",
                                       trade::unused_id));
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(at(bad.body, "faultCount"), "2") << bad.body;
}

TEST_F(Profile, looking_needs_read_or_admin_and_changing_admin) {
  const auto answers = [&](std::string_view scope) {
    const std::string token =
        trade.token(trade.supplier, fmt::format(R"(,"scopes":["{}"])", scope));
    return std::pair(trade.asks(token, "GET", "/v2/profile").status,
                     trade.asks(token, "PUT", "/v2/profile", "{}").status);
  };
  EXPECT_EQ(answers("read"), std::pair(200, 403));
  EXPECT_EQ(answers("admin"), std::pair(200, 200));
  EXPECT_EQ(answers("report"), std::pair(403, 403));
}

TEST_F(Profile, outlives_the_death_of_the_process) {
  puts(trade.customer, fmt::format(R"({{"agents":[{{"participant":"{}"}}],)"
                                   R"("numbers":[{{"participant":"{}","number":"7"}}]}})",
                                   trade.stranger.id, trade.supplier.id));
  const std::string before = trade.gets(trade.customer, "/v2/profile").body;
  trade.exchange().kill();
  trade.exchange().begin();
  EXPECT_EQ(trade.gets(trade.customer, "/v2/profile").body, before);
}

}  // namespace
}  // namespace tradepost::partners_tests
