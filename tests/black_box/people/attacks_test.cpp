// Attacks on people, their sessions and their links.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "people/browser.hpp"
#include "served/json.hpp"
#include "trade/trader.hpp"

// Covers contract 13.1, 13.2, 13.4 and 13.5.
namespace tradepost::people {
namespace {

using http_tests::Answer;
using served::at;
using trade::UsualExchange;

class Attacks : public ::testing::Test {
 protected:
  std::string of(const served::Member& member) const {
    return fmt::format(R"(,"participant":"{}")", member.id);
  }
  Browser joined(std::string_view email, std::string_view role, const served::Member& member) {
    return newcomer(exchange.port(), email, role, of(member));
  }
  std::string id_of(Browser& person) const {
    return at(person.gets("/v2/session").body, "data.person.id");
  }

  UsualExchange exchange;
  served::Operator by{exchange.port()};
};

TEST_F(Attacks, unknown_address_wrong_password_and_lost_access_are_answered_alike) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  Browser gone = joined("gone@example.org", "clerk", exchange.customer);
  EXPECT_EQ(
      by.asks("DELETE", "/admin/people/" + id_of(gone) + "/memberships/" + exchange.customer.id)
          .status,
      200);
  const std::string unknown = Browser(exchange.port()).signs_in("nn@example.org").body;
  EXPECT_EQ(Browser(exchange.port()).signs_in("anna@example.org", "another password").body,
            unknown);
  EXPECT_EQ(Browser(exchange.port()).signs_in("gone@example.org").body, unknown);
}

TEST_F(Attacks, guessing_blocks_the_address_known_or_not) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  for (const auto* const email : {"anna@example.org", "nn@example.org"}) {
    Browser guesser(exchange.port());
    for (int attempt = 0; attempt < 10; ++attempt) {
      EXPECT_EQ(guesser.signs_in(email, fmt::format("guess number {}", attempt)).status, 401);
    }
    const Answer blocked = guesser.signs_in(email);
    EXPECT_EQ(blocked.status, 429) << email;
    EXPECT_EQ(at(blocked.body, "detailCode"), "sign_in_blocked");
    EXPECT_EQ(blocked.header("retry-after"), "900");
  }
  EXPECT_EQ(anna.gets("/v2/session").status, 200);  // the sessions continue
}

TEST(PasswordSpraying, blocks_the_network_of_the_client_as_a_proxy_reports_it) {
  UsualExchange exchange({.flags = {"--trusted-proxy", "127.0.0.1"}});
  served::Operator by(exchange.port());
  joins(exchange.port(), invites(by, invitation("anna@example.org", "auditor")));
  const auto tries = [&](std::string_view client, std::string_view email, std::string_view with) {
    const std::string body = fmt::format(R"({{"email":"{}","password":"{}"}})", email, with);
    return Browser(exchange.port())
        .asks_from_elsewhere("POST", "/v2/sign-in", body,
                             fmt::format("X-Tradepost-Console: 1\r\nSec-Fetch-Site: same-origin\r\n"
                                         "X-Forwarded-For: {}\r\n",
                                         client))
        .status;
  };
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(tries("2001:db8:1:2::7", fmt::format("{}@example.org", i), "a common guess"), 401);
  }
  EXPECT_EQ(tries("2001:db8:1:2:ffff::9", "anna@example.org", password), 429) << "in the same /64";
  EXPECT_EQ(tries("2001:db8:1:3::7", "anna@example.org", password), 201);
}

TEST_F(Attacks, sign_in_never_adopts_the_session_of_a_cookie) {
  Browser victim(exchange.port());
  Browser attacker = joined("evil@example.org", "clerk", exchange.customer);
  victim.set_cookie("tradepost_session", attacker.cookie("tradepost_session"));
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  EXPECT_EQ(victim.signs_in("anna@example.org").status, 201);
  EXPECT_NE(victim.cookie("tradepost_session"), attacker.cookie("tradepost_session"));
  EXPECT_NE(id_of(attacker), id_of(victim));
  victim.set_cookie("tradepost_session", "tps.chosen-by-the-attacker");
  EXPECT_EQ(victim.signs_in("anna@example.org").status, 201);
  EXPECT_NE(victim.cookie("tradepost_session"), "tps.chosen-by-the-attacker");
}

TEST_F(Attacks, page_of_another_site_changes_nothing_with_the_cookie) {
  Browser anna = joined("anna@example.org", "administrator", exchange.customer);
  const std::string body = invitation("evil@example.org", "administrator");
  for (const auto* const headers :
       {"", "X-Tradepost-Console: 1\r\n", "X-Tradepost-Console: 1\r\nOrigin: http://evil.test\r\n",
        "Sec-Fetch-Site: same-origin\r\n",
        "X-Tradepost-Console: 1\r\nSec-Fetch-Site: same-site\r\n"}) {
    const int status = anna.asks_from_elsewhere("POST", "/v2/invitations", body, headers).status;
    EXPECT_TRUE(status == 403 || status == 401) << status << " " << headers;
  }
  EXPECT_EQ(anna.posts("/v2/invitations", body).status, 201);
}

TEST_F(Attacks, form_of_another_site_signs_in_no_browser) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  http_tests::Client client(exchange.port());
  const std::string body =
      fmt::format(R"({{"email":"anna@example.org","password":"{}"}})", password);
  const Answer answer = client.ask(
      fmt::format("POST /v2/sign-in HTTP/1.1\r\nHost: exchange.test\r\nContent-Type: text/plain\r\n"
                  "Content-Length: {}\r\n\r\n{}",
                  body.size(), body));
  EXPECT_EQ(answer.status, 415) << answer.body;
  EXPECT_TRUE(answer.set_cookies.empty());
}

TEST_F(Attacks, link_works_once_and_not_after_a_newer_one) {
  const std::string first = invites(by, invitation("anna@example.org", "operator"));
  const std::string second = invites(by, invitation("anna@example.org", "operator"));
  Browser browser(exchange.port());
  const auto use = [&](const std::string& link) {
    return browser.posts("/v2/links/use",
                         fmt::format(R"({{"link":"{}","password":"{}"}})", link, password));
  };
  EXPECT_EQ(use(first).status, 403);
  EXPECT_EQ(use(second).status, 200);
  const Answer again = use(second);
  EXPECT_EQ(again.status, 403);
  EXPECT_EQ(at(again.body, "detailCode"), "link_expired");
  for (const std::string& made_up : {std::string("x"), std::string(43, 'A'), second + "A"}) {
    EXPECT_EQ(use(made_up).status, 403) << made_up;
  }
}

TEST_F(Attacks, person_cannot_raise_the_own_role) {
  Browser chief = joined("chief@example.org", "administrator", exchange.customer);
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  const std::string raise = R"({"role":"administrator"})";
  EXPECT_EQ(anna.asks("PATCH", "/v2/people/" + id_of(anna), raise).status, 403);
  EXPECT_EQ(chief.asks("PATCH", "/v2/people/" + id_of(chief), R"({"role":"reader"})").status, 403);
  for (const auto* const role : {"operator", "auditor", "chief"}) {
    const Answer refused =
        chief.asks("PATCH", "/v2/people/" + id_of(anna), fmt::format(R"({{"role":"{}"}})", role));
    EXPECT_EQ(refused.status, 422) << role;
    EXPECT_EQ(chief.posts("/v2/invitations", invitation("next@example.org", role)).status, 422);
  }
  const std::string elsewhere = of(exchange.supplier);
  EXPECT_EQ(
      chief.posts("/v2/invitations", invitation("chief@example.org", "reader", elsewhere)).status,
      422);  // an unknown field
}

TEST_F(Attacks, people_of_another_participant_are_unknown) {
  Browser chief = joined("chief@example.org", "administrator", exchange.customer);
  Browser other = joined("other@example.org", "clerk", exchange.supplier);
  const std::string path = "/v2/people/" + id_of(other);
  EXPECT_EQ(chief.asks("PATCH", path, R"({"role":"reader"})").status, 404);
  EXPECT_EQ(chief.asks("DELETE", path).status, 404);
  EXPECT_EQ(chief.gets("/admin/overview").status, 403);
  EXPECT_EQ(other.gets("/v2/session").status, 200);
}

TEST_F(Attacks, administrator_gets_no_link_of_a_person_whom_others_invited) {
  Browser chief = joined("chief@example.org", "administrator", exchange.customer);
  invites(by, invitation("anna@example.org", "administrator", of(exchange.supplier)));
  const Answer invited = chief.posts("/v2/invitations", invitation("anna@example.org", "reader"));
  EXPECT_EQ(invited.status, 201);
  EXPECT_EQ(at(invited.body, "data.link"), "null") << invited.body;
}

TEST_F(Attacks, html_in_a_name_stays_a_text) {
  const std::string name = "<img src=x onerror=alert(1)>";
  const Answer invited =
      by.asks("POST", "/admin/invitations",
              fmt::format(R"({{"name":"{}","email":"html@example.org","role":"operator"}})", name));
  joins(exchange.port(), secret_in(invited));
  Browser browser(exchange.port());
  const Answer begun = browser.signs_in("html@example.org");
  EXPECT_EQ(at(begun.body, "data.person.name"), name);
  EXPECT_EQ(begun.header("content-type"), "application/json");
  EXPECT_EQ(begun.header("x-content-type-options"), "nosniff");
}

TEST_F(Attacks, line_breaks_in_an_address_are_refused) {
  for (const auto* const email :
       {R"(anna@example.org\r\nBcc: all@example.org)", R"(anna@example.org, bo@example.org)",
        R"(\"Anna\" <anna@example.org>)", R"(anna@)"}) {
    EXPECT_EQ(by.asks("POST", "/admin/invitations", invitation(email, "operator")).status, 422)
        << email;
  }
}

}  // namespace
}  // namespace tradepost::people
