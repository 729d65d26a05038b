#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests the list of administrative events: who did what, and when (contract 9.2).
// Covers contract 9.2.
namespace tradepost::admin_tests {
namespace {

using served::at;
using trade::order;

class Acts : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
  Trader customer{exchange, exchange.customer};

  std::string newest() { return clerk.lists("/admin/events").at(0); }
};

TEST_F(Acts, a_change_is_listed_with_its_actor) {
  const std::string id = clerk.adds_participant("Lager", "9521009000008");
  const std::string act = newest();
  EXPECT_EQ(at(act, "type"), "participant.added");
  EXPECT_EQ(at(act, "subject"), id);
  EXPECT_EQ(at(act, "detail"), "Lager");
  EXPECT_EQ(at(act, "by.type"), "operator");
  EXPECT_EQ(at(act, "by.id").size(), 36u);
  EXPECT_NE(at(act, "by.name"), "former operator");
}

TEST_F(Acts, each_kind_of_change_has_its_word) {
  const std::string id = clerk.adds_participant("Lager", "9521009000008");
  const auto tells = [&](std::string_view type) { EXPECT_EQ(at(newest(), "type"), type); };
  clerk.patches("/admin/participants/" + id, R"({"name": "Lager Nord"})");
  tells("participant.changed");
  clerk.adds_token(id);
  tells("token.added");
  clerk.deletes("/admin/tokens/" + at(newest(), "subject"));
  tells("token.revoked");
  clerk.relates(id, clerk.id_of("Lieferant"), "active");
  tells("relationship.set");
  clerk.puts("/admin/network", R"({"mode": "open"})");
  tells("setting.changed");
  EXPECT_EQ(at(newest(), "detail"), "network");
  EXPECT_EQ(at(newest(), "subject"), "null");
  clerk.deletes("/admin/participants/" + id);
  tells("participant.closed");
}

TEST_F(Acts, a_change_names_the_participant_that_it_is_about) {
  const std::string id = clerk.adds_participant("Lager", "9521009000008");
  EXPECT_EQ(at(newest(), "participant.id"), id);
  clerk.adds_token(id);
  EXPECT_EQ(at(newest(), "participant.name"), "Lager");
  clerk.deletes("/admin/tokens/" + at(newest(), "subject"));
  EXPECT_EQ(at(newest(), "type"), "token.revoked");
  EXPECT_EQ(at(newest(), "participant.id"), id);
  clerk.relates(clerk.id_of("Lieferant"), id, "active");
  EXPECT_EQ(at(newest(), "participant.name"), "Lager");
  clerk.puts("/admin/network", R"({"mode": "open"})");
  EXPECT_EQ(at(newest(), "participant"), "null");
}

TEST_F(Acts, what_an_operator_does_to_a_document_is_listed_and_a_sending_is_not) {
  const std::size_t before = clerk.lists("/admin/events").size();
  const std::string id = customer.sends(order("1"));
  EXPECT_EQ(clerk.lists("/admin/events").size(), before);
  const Answer done =
      clerk.posts(fmt::format("/admin/transactions/{}/discard", id), R"({"reason": "twice"})");
  ASSERT_EQ(done.status, 200) << done.body;
  const std::string act = newest();
  EXPECT_EQ(at(act, "type"), "transaction.discarded");
  EXPECT_EQ(at(act, "subject"), id);
  EXPECT_EQ(at(act, "detail"), "twice");
}

TEST_F(Acts, pages_hold_each_once_newest_first_also_while_others_happen) {
  const auto all = clerk.lists("/admin/events?per_page=100");
  ASSERT_GT(all.size(), 3u);
  EXPECT_EQ(clerk.lists("/admin/events?per_page=1"), all);
  EXPECT_TRUE(std::ranges::is_sorted(
      all, [](const auto& a, const auto& b) { return at(a, "at") > at(b, "at"); }));
  const Answer first = clerk.gets("/admin/events?per_page=2");
  clerk.adds_participant("Lager", "9521009000008");
  const Answer second =
      clerk.gets("/admin/events?per_page=2&cursor=" + at(first.body, "nextCursor"));
  ASSERT_EQ(second.status, 200) << second.body;
  EXPECT_EQ(at(second.body, "items.0"), all.at(2));
}

TEST_F(Acts, are_for_operators_alone) {
  EXPECT_EQ(customer.gets("/admin/events").status, 403);
  EXPECT_EQ(clerk.gets("/admin/events?cursor=none").status, 422);
}

}  // namespace
}  // namespace tradepost::admin_tests
