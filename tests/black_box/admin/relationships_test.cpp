#include <fmt/format.h>
#include <gtest/gtest.h>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests /admin/relationships (contract 5.4 to 5.6, 9.7).
// Covers contract 9.7.
namespace tradepost::admin_tests {
namespace {

using served::at;

class Relationships : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
  Trader stranger{exchange, exchange.stranger};
  Trader supplier{exchange, exchange.supplier};
  const std::string from = clerk.id_of("Fremder");
  const std::string to = clerk.id_of("Lieferant");

  Answer puts(std::string_view members) {
    return clerk.puts("/admin/relationships", fmt::format("{{{}}}", members));
  }
  std::string one_direction(std::string_view members) {
    return fmt::format(R"("from": "{}", "to": "{}", {})", from, to, members);
  }
};

// Returns an order from the stranger to the supplier.
std::string order_of_stranger(std::string_view number) {
  std::string text = trade::order(number);
  constexpr std::string_view customer = "9521002000009";
  return text.replace(text.find(customer), customer.size(), "9521003000008");
}

TEST_F(Relationships, one_that_becomes_active_releases_what_is_held) {
  const Answer held = stranger.posts("/v2/transactions", order_of_stranger("1"));
  ASSERT_EQ(held.status, 202) << held.body;
  EXPECT_TRUE(supplier.pulls().empty());
  const Answer put = puts(one_direction(R"("status": "active")"));
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data.0.status"), "active");
  EXPECT_EQ(at(put.body, "data.0.released"), "1");
  EXPECT_EQ(at(put.body, "data.0.flows"), R"(["LIVE","TEST"])");
  EXPECT_EQ(at(put.body, "data.1"), "absent");
  EXPECT_EQ(supplier.pulls(), std::vector{at(held.body, "platformTransactionId")});
}

TEST_F(Relationships, both_directions_are_put_at_once) {
  const Answer put = puts(fmt::format(
      R"("participants": ["{}", "{}"], "status": "active", "kinds": ["ORDER"], "flows": ["LIVE"])",
      from, to));
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data.0.from"), from);
  EXPECT_EQ(at(put.body, "data.1.from"), to);
  EXPECT_EQ(at(put.body, "data.1.kinds"), R"(["ORDER"])");
  EXPECT_EQ(at(put.body, "data.1.flows"), R"(["LIVE"])");
  EXPECT_EQ(
      clerk.lists("/admin/relationships?filter%5Bstatus%5D=active&filter%5Bparticipant%5D=" + from)
          .size(),
      2u);
}

TEST_F(Relationships, omitted_field_stays) {
  puts(one_direction(R"("status": "active", "kinds": ["ORDER"], "requirements":
                        [{"kind": "ORDER", "path": "header.orderDate"}])"));
  const Answer put = puts(one_direction(R"("status": "blocked")"));
  EXPECT_EQ(at(put.body, "data.0.kinds"), R"(["ORDER"])");
  EXPECT_EQ(at(put.body, "data.0.requirements.0.path"), "header.orderDate");
  const Answer all_kinds = puts(one_direction(R"("status": "blocked", "kinds": [])"));
  EXPECT_EQ(at(all_kinds.body, "data.0.kinds"), "absent");
  EXPECT_EQ(stranger.posts("/v2/transactions", order_of_stranger("1")).status, 403);
}

TEST_F(Relationships, requirements_say_what_they_would_have_refused) {
  puts(one_direction(R"("status": "active")"));
  stranger.sends(order_of_stranger("1"));
  stranger.sends(order_of_stranger("2"));
  const Answer put = puts(one_direction(R"("status": "active", "requirements":
      [{"kind": "ORDER", "path": "items.*.requestedDeliveryDate"}])"));
  EXPECT_EQ(at(put.body, "data.0.wouldHaveRefused"), R"({"of":2,"refused":2})");
  EXPECT_EQ(stranger.posts("/v2/transactions", order_of_stranger("3")).status, 422);
}

TEST_F(Relationships, list_shows_what_is_held_of_each_direction) {
  stranger.posts("/v2/transactions", order_of_stranger("1"));
  stranger.posts("/v2/transactions", order_of_stranger("2"));
  const auto requested = clerk.lists("/admin/relationships?filter%5Bstatus%5D=requested");
  ASSERT_EQ(requested.size(), 1u);
  EXPECT_EQ(at(requested[0], "from.name"), "Fremder");
  EXPECT_EQ(at(requested[0], "to.id"), to);
  EXPECT_EQ(at(requested[0], "held.0.flow"), "LIVE");
  EXPECT_EQ(at(requested[0], "held.0.count"), "2");
  EXPECT_GE(at(requested[0], "held.0.bytes").size(), 3u);  // three digits or more
  EXPECT_EQ(at(requested[0], "held.1"), "absent");
  EXPECT_EQ(clerk.lists("/admin/relationships").size(), 4u);
  EXPECT_EQ(clerk.lists("/admin/relationships?per_page=1"), clerk.lists("/admin/relationships"));
}

TEST_F(Relationships, all_faults_are_reported_at_once_with_their_paths) {
  EXPECT_EQ(
      faults_of(puts(R"("from": "00000000-0000-0000-0000-000000000001", "to": "x",
      "status": "friends", "kinds": ["ORDER", "LETTER"], "flows": "LIVE", "state": 1,
      "requirements": [{"kind": "ORDER", "path": "nowhere"}])")),
      (Faults{"from: relationship.from.unknown", "to: relationship.to.malformed",
              "status: relationship.status.unknown_value",
              "kinds.1: relationship.kind.unknown_value", "flows: relationship.flows.wrong_type",
              "requirements.0.path: "
              "requirement.path.malformed",
              "state: relationship.unknown_field"}));
  EXPECT_EQ(faults_of(puts("")),
            (Faults{"from: relationship.from.missing", "to: relationship.to.missing",
                    "status: relationship.status.missing"}));
  EXPECT_EQ(faults_of(puts(fmt::format(R"("participants": ["{}"], "from": "{}",
                                          "status": "active")",
                                       from, to))),
            (Faults{"participants: relationship.participants.prohibited"}));
  EXPECT_EQ(faults_of(puts(fmt::format(R"("from": "{0}", "to": "{0}", "status": "active")", to))),
            (Faults{"to: relationship.to.same"}));
  EXPECT_EQ(faults_of(clerk.gets("/admin/relationships?filter%5Bstatus%5D=old")),
            (Faults{"filter[status]: query.filter.status.unknown_value"}));
}

}  // namespace
}  // namespace tradepost::admin_tests
