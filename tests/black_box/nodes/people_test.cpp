// People sign in at one node, and other nodes of the database know their sessions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "nodes/nodes.hpp"
#include "people/browser.hpp"
#include "polling.hpp"
#include "served/json.hpp"

// Covers contract 13.2, 13.4, 13.5 and 13.6.
namespace tradepost::on_postgres {
namespace {

using people::Browser;
using served::at;
using std::chrono::seconds;

constexpr seconds known_after{2};

class PeopleOfNodes : public ::testing::Test {
 protected:
  Browser newcomer(std::string_view email) {
    return people::newcomer(nodes.port(0), email, "clerk",
                            fmt::format(R"(,"participant":"{}")", trade.customer.id));
  }

  Nodes nodes{2};
  const trade::Partners trade = nodes.trade();
};

// A load balancer sends the next request to another node.
TEST_F(PeopleOfNodes, session_is_known_at_the_other_node_at_once) {
  for (int round = 0; round < 10; ++round) {
    Browser anna = newcomer(fmt::format("anna{}@example.org", round));
    anna.goes_to(nodes.port(1));
    const auto shown = anna.gets("/v2/session");
    EXPECT_EQ(shown.status, 200) << shown.body;
    EXPECT_EQ(at(shown.body, "data.person.name"), "Anna Berger");
    EXPECT_EQ(anna.posts("/v2/transactions", trade::order(fmt::format("N-{}", round))).status, 201);
  }
}

TEST_F(PeopleOfNodes, disabled_person_is_refused_by_the_other_node_two_seconds_later) {
  Browser anna = newcomer("anna@example.org");
  const std::string id = at(anna.gets("/v2/session").body, "data.person.id");
  anna.goes_to(nodes.port(1));
  EXPECT_EQ(anna.gets("/v2/session").status, 200);
  served::Operator by(nodes.port(0));
  const auto disabled_at = std::chrono::steady_clock::now();
  EXPECT_EQ(by.asks("PATCH", "/admin/people/" + id, R"({"state":"disabled"})").status, 200);
  EXPECT_TRUE(is_soon([&] { return anna.gets("/v2/session").status == 401; }));
  EXPECT_LT(std::chrono::steady_clock::now() - disabled_at, known_after + seconds(1));
  EXPECT_EQ(anna.signs_in("anna@example.org").status, 401);
}

TEST_F(PeopleOfNodes, sign_out_at_one_ends_the_session_at_the_other) {
  Browser anna = newcomer("anna@example.org");
  Browser copy = anna;
  copy.goes_to(nodes.port(1));
  EXPECT_EQ(copy.gets("/v2/session").status, 200);
  EXPECT_EQ(anna.asks("DELETE", "/v2/session").status, 204);
  EXPECT_TRUE(is_soon([&] { return copy.gets("/v2/session").status == 401; }));
}

TEST_F(PeopleOfNodes, link_of_one_is_used_at_the_other_and_only_once) {
  served::Operator by(nodes.port(0));
  const std::string link = people::invites(by, people::invitation("anna@example.org", "operator"));
  const std::string body =
      fmt::format(R"({{"link":"{}","password":"{}"}})", link, people::password);
  Browser first(nodes.port(0));
  Browser second(nodes.port(1));
  EXPECT_TRUE(is_soon([&] {
    return second.posts("/v2/links/look", fmt::format(R"({{"link":"{}"}})", link)).status == 200;
  }));
  EXPECT_EQ(second.posts("/v2/links/use", body).status, 200);
  EXPECT_EQ(first.posts("/v2/links/use", body).status, 403);
  EXPECT_EQ(first.signs_in("anna@example.org").status, 201);
}

TEST(NodesAndStrangers, made_up_sessions_are_refused_by_the_rate_of_the_address) {
  Nodes nodes(1, {"--requests-without-token", "1"});
  Browser stranger(nodes.port(0));
  stranger.set_cookie("tradepost_session", "tps.made-up");
  EXPECT_EQ(stranger.gets("/v2/session").status, 401);
  EXPECT_TRUE(is_soon([&] { return stranger.gets("/v2/session").status == 429; }));
}

}  // namespace
}  // namespace tradepost::on_postgres
