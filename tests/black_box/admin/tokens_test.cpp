#include <fmt/format.h>
#include <gtest/gtest.h>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests /admin/tokens (contract 8.2, 9.6).
// Covers contract 8.2 and 9.6.
namespace tradepost::admin_tests {
namespace {

using served::at;
using trade::of_test_flow;

class Tokens : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
};

TEST_F(Tokens, one_that_is_made_lets_its_participant_in_and_is_shown_once) {
  const Answer added =
      clerk.posts("/admin/tokens",
                  fmt::format(R"({{"participant": "{}", "name": "ERP"}})", clerk.id_of("Kunde")));
  ASSERT_EQ(added.status, 201) << added.body;
  const std::string token = at(added.body, "token");
  EXPECT_TRUE(token.starts_with("tp_live_"));
  EXPECT_EQ(token.size(), std::string("tp_live_").size() + 43);  // 256 bits
  EXPECT_EQ(at(added.body, "scopes"), R"(["read","send","report","admin"])");
  EXPECT_EQ(Trader(exchange, token).gets("/v2/ping").status, 204);
  for (const std::string& item : clerk.lists("/admin/tokens")) {
    EXPECT_EQ(at(item, "token"), "absent");
    EXPECT_EQ(item.find(token), std::string::npos);
    EXPECT_EQ(at(item, "hash"), "absent");
  }
}

TEST_F(Tokens, two_are_never_the_same) {
  const std::string participant = clerk.id_of("Kunde");
  EXPECT_NE(clerk.adds_token(participant), clerk.adds_token(participant));
}

TEST_F(Tokens, flow_and_scopes_are_what_was_asked_for) {
  const std::string participant = clerk.id_of("Kunde");
  const std::string token =
      clerk.adds_token(participant, R"(, "flow": "TEST", "scopes": ["send"])");
  EXPECT_TRUE(token.starts_with("tp_test_"));
  Trader trader(exchange, token);
  EXPECT_EQ(trader.gets("/v2/transactions").status, 403);
  const std::string id = trader.sends(trade::order("1"));
  EXPECT_EQ(Trader(exchange, exchange.token(exchange.supplier, of_test_flow)).pulls(),
            std::vector{id});
  EXPECT_TRUE(Trader(exchange, exchange.supplier).pulls().empty());
}

TEST_F(Tokens, expiry_is_kept_and_shown) {
  const std::string participant = clerk.id_of("Kunde");
  clerk.adds_token(participant, R"(, "name": "Probe", "expiresAt": "2199-01-31T12:00:00+01:00")");
  bool is_there = false;
  for (const std::string& item : clerk.lists("/admin/tokens")) {
    if (at(item, "name") != "Probe") continue;
    is_there = true;
    EXPECT_EQ(at(item, "expiresAt"), "2199-01-31T11:00:00.000Z");
    EXPECT_EQ(at(item, "revokedAt"), "null");
  }
  EXPECT_TRUE(is_there);
}

TEST_F(Tokens, all_faults_are_reported_at_once_with_their_paths) {
  EXPECT_EQ(faults_of(clerk.posts("/admin/tokens", R"({"participant":
      "00000000-0000-0000-0000-000000000001", "flow": "live", "scopes": ["read", "write", 5],
      "expiresAt": "2020-01-01", "name": "", "expires": 1})")),
            (Faults{"participant: token.participant.unknown", "flow: token.flow.unknown_value",
                    "scopes.1: token.scope.unknown_value", "scopes.2: token.scope.unknown_value",
                    "expiresAt: token.expiresAt.in_the_past", "name: token.name.malformed",
                    "expires: token.unknown_field"}));
  EXPECT_EQ(faults_of(clerk.posts("/admin/tokens", R"({"scopes": [], "expiresAt": "tomorrow"})")),
            (Faults{"participant: token.participant.missing", "scopes: token.scopes.too_few",
                    "expiresAt: token.expiresAt.not_a_datetime"}));
}

TEST_F(Tokens, one_of_a_participant_that_has_left_is_refused) {
  const std::string participant = clerk.id_of("Fremder");
  EXPECT_EQ(clerk.deletes("/admin/participants/" + participant).status, 200);
  EXPECT_EQ(faults_of(clerk.posts("/admin/tokens",
                                  fmt::format(R"({{"participant": "{}"}})", participant))),
            (Faults{"participant: token.participant.unknown"}));
}

TEST_F(Tokens, one_that_is_revoked_ends_at_the_next_request_of_an_open_connection) {
  const std::string participant = clerk.id_of("Kunde");
  const Answer added =
      clerk.posts("/admin/tokens", fmt::format(R"({{"participant": "{}"}})", participant));
  Trader trader(exchange, at(added.body, "token"));
  EXPECT_EQ(trader.gets("/v2/ping").status, 204);
  const std::string path = "/admin/tokens/" + at(added.body, "id");
  const Answer revoked = clerk.deletes(path);
  EXPECT_EQ(revoked.status, 200);
  EXPECT_NE(at(revoked.body, "data.revokedAt"), "null");
  EXPECT_EQ(trader.gets("/v2/ping").status, 401);
  EXPECT_EQ(clerk.deletes(path).body, revoked.body);
  EXPECT_EQ(clerk.deletes("/admin/tokens/00000000-0000-0000-0000-000000000001").status, 404);
}

TEST_F(Tokens, list_shows_those_of_a_participant_and_their_last_use) {
  const std::string participant = clerk.id_of("Lieferant");
  const std::string path = "/admin/tokens?per_page=1&filter%5Bparticipant%5D=" + participant;
  clerk.adds_token(participant);
  clerk.adds_token(participant, R"(, "flow": "TEST")");
  const auto before = clerk.lists(path);
  EXPECT_EQ(before.size(), 3u);
  for (const std::string& item : before) {
    EXPECT_EQ(at(item, "participant"), participant);
    EXPECT_EQ(at(item, "lastUsedAt"), "null");
  }
  Trader(exchange, exchange.supplier).gets("/v2/ping");
  std::size_t used = 0;
  for (const std::string& item : clerk.lists(path)) {
    const std::string last = at(item, "lastUsedAt");
    if (last == "null") continue;
    ++used;
    EXPECT_TRUE(last.ends_with(":00.000Z")) << last;
  }
  EXPECT_EQ(used, 1u);
  EXPECT_EQ(faults_of(clerk.gets("/admin/tokens?filter%5Bparticipant%5D=Lieferant")),
            (Faults{"filter[participant]: query.filter.participant.unknown_value"}));
}

}  // namespace
}  // namespace tradepost::admin_tests
