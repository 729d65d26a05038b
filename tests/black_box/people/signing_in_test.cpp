// People join by a link, sign in with a password, and act with their role.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "people/browser.hpp"
#include "served/json.hpp"
#include "trade/trader.hpp"

// Covers contract 13.1, 13.2, 13.3, 13.4, 13.5 and 13.6.
namespace tradepost::people {
namespace {

using http_tests::Answer;
using served::at;
using trade::UsualExchange;

class People : public ::testing::Test {
 protected:
  std::string of(const served::Member& member) const {
    return fmt::format(R"(,"participant":"{}")", member.id);
  }
  Browser joined(std::string_view email, std::string_view role, const served::Member& member) {
    return newcomer(exchange.port(), email, role, of(member));
  }

  UsualExchange exchange;
  served::Operator by{exchange.port()};
};

TEST_F(People, invited_person_sees_the_invitation_joins_and_signs_in) {
  const std::string link =
      invites(by, invitation("anna@example.org", "clerk",
                             of(exchange.customer) + R"(,"language":"de","flows":["TEST"])"));
  Browser browser(exchange.port());
  const Answer shown = browser.posts("/v2/links/look", fmt::format(R"({{"link":"{}"}})", link));
  EXPECT_EQ(shown.status, 200) << shown.body;
  EXPECT_EQ(at(shown.body, "data.purpose"), "invitation");
  EXPECT_EQ(at(shown.body, "data.email"), "anna@example.org");
  EXPECT_EQ(at(shown.body, "data.language"), "de");
  EXPECT_EQ(at(shown.body, "data.memberships.0.participant.id"), exchange.customer.id);
  EXPECT_EQ(at(shown.body, "data.memberships.0.role"), "clerk");
  EXPECT_EQ(at(shown.body, "data.memberships.0.flows"), R"(["TEST"])");

  EXPECT_EQ(browser.signs_in("anna@example.org").status, 401);
  joins(exchange.port(), link);
  const Answer begun = browser.signs_in("ANNA@example.org");
  EXPECT_EQ(begun.status, 201) << begun.body;
  for (const Answer& answer : {begun, browser.gets("/v2/session")}) {
    EXPECT_EQ(at(answer.body, "data.role"), "participant");
    EXPECT_EQ(at(answer.body, "data.id"), exchange.customer.id);
    EXPECT_EQ(at(answer.body, "data.flow"), "TEST");
    EXPECT_EQ(at(answer.body, "data.scopes"), R"(["read","send","report"])");
    EXPECT_EQ(at(answer.body, "data.person.name"), "Anna Berger");
    EXPECT_EQ(at(answer.body, "data.person.role"), "clerk");
  }
  EXPECT_EQ(browser.gets("/v2/all-transactions").status, 200);
}

TEST_F(People, roles_have_their_scopes) {
  Browser reader = joined("reader@example.org", "reader", exchange.customer);
  Browser clerk = joined("clerk@example.org", "clerk", exchange.customer);
  Browser administrator = joined("chief@example.org", "administrator", exchange.customer);
  for (Browser* const one : {&reader, &clerk, &administrator}) {
    EXPECT_EQ(one->gets("/v2/transactions").status, 200);
  }
  EXPECT_EQ(reader.posts("/v2/transactions", trade::order("P-1")).status, 403);
  EXPECT_EQ(clerk.posts("/v2/transactions", trade::order("P-1")).status, 201);
  const std::string body = invitation("next@example.org", "reader");
  EXPECT_EQ(clerk.posts("/v2/invitations", body).status, 403);
  EXPECT_EQ(administrator.posts("/v2/invitations", body).status, 201);
}

TEST_F(People, auditor_reads_everything_and_changes_nothing) {
  Browser auditor = newcomer(exchange.port(), "audit@example.org", "auditor");
  Browser chief = newcomer(exchange.port(), "chief@example.org", "operator");
  for (const auto* const path : {"/admin/overview", "/admin/events", "/admin/participants"}) {
    EXPECT_EQ(auditor.gets(path).status, 200) << path;
  }
  const std::string body = R"({"name":"Another operator"})";
  const Answer refused = auditor.posts("/admin/operators", body);
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(at(refused.body, "message"), "An auditor can read everything, and change nothing.");
  EXPECT_EQ(chief.posts("/admin/operators", body).status, 201);
}

TEST_F(People, person_switches_between_participants_and_flows) {
  const std::string more = of(exchange.customer);
  Browser anna = newcomer(exchange.port(), "anna@example.org", "clerk", more);
  const Answer added = by.asks("POST", "/admin/invitations",
                               invitation("anna@example.org", "reader", of(exchange.supplier)));
  EXPECT_EQ(added.status, 201) << added.body;
  EXPECT_EQ(at(added.body, "data.link"), "null");
  const std::string before = anna.cookie("tradepost_session");
  const Answer other =
      anna.posts("/v2/session/switch",
                 fmt::format(R"({{"participant":"{}","flow":"TEST"}})", exchange.supplier.id));
  EXPECT_EQ(other.status, 201) << other.body;
  EXPECT_EQ(at(other.body, "data.id"), exchange.supplier.id);
  EXPECT_EQ(at(other.body, "data.flow"), "TEST");
  EXPECT_EQ(at(other.body, "data.scopes"), R"(["read"])");
  EXPECT_NE(anna.cookie("tradepost_session"), before);
  Browser copy(exchange.port());
  copy.set_cookie("tradepost_session", before);
  EXPECT_EQ(copy.gets("/v2/session").status, 401);
  EXPECT_EQ(anna.posts("/v2/session/switch", R"({"flow":"LIVE"})").status, 404);  // the operators
}

TEST_F(People, sign_out_ends_every_copy_of_the_cookie) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  Browser copy = anna;
  EXPECT_EQ(anna.asks("DELETE", "/v2/session").status, 204);
  EXPECT_EQ(anna.cookie("tradepost_session"), "");
  EXPECT_EQ(copy.gets("/v2/session").status, 401);
}

TEST_F(People, weak_passwords_are_refused_with_the_reason) {
  const std::string link = invites(by, invitation("anna@example.org", "operator"));
  for (const auto& [password, code] : std::vector<std::pair<std::string, std::string>>{
           {"short", "password.too_short"},
           {"aaaaaaaaaaaaaaaa", "password.predictable"},
           {"password-password", "password.predictable"},
           {"anna.berger.2026", "password.predictable"}}) {
    const Answer answer =
        Browser(exchange.port())
            .posts("/v2/links/use",
                   fmt::format(R"({{"link":"{}","password":"{}"}})", link, password));
    EXPECT_EQ(answer.status, 422) << password;
    EXPECT_EQ(at(answer.body, "faults.0.code"), code) << password;
  }
  joins(exchange.port(), link);
}

TEST_F(People, invitation_names_all_faults) {
  const Answer answer = by.asks("POST", "/admin/invitations",
                                R"({"name":" ","email":"anna","role":"clerk","flows":["LIFE"]})");
  EXPECT_EQ(answer.status, 422);
  EXPECT_EQ(at(answer.body, "faultCount"), "4") << answer.body;
}

TEST_F(People, role_and_flows_of_a_member_change_and_the_session_continues) {
  Browser chief = joined("chief@example.org", "administrator", exchange.customer);
  Browser anna = joined("anna@example.org", "reader", exchange.customer);
  const std::string id = at(anna.gets("/v2/session").body, "data.person.id");
  const Answer changed = chief.asks("PATCH", "/v2/people/" + id, R"({"role":"clerk"})");
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(at(changed.body, "data.role"), "clerk");
  EXPECT_EQ(at(changed.body, "data.flows"), R"(["LIVE","TEST"])");
  EXPECT_EQ(anna.posts("/v2/transactions", trade::order("P-2")).status, 201);
  EXPECT_EQ(chief.asks("DELETE", "/v2/people/" + id).status, 200);
  EXPECT_EQ(anna.gets("/v2/session").status, 401);
  EXPECT_EQ(anna.signs_in("anna@example.org").status, 401);
}

TEST_F(People, disabled_person_signs_in_again_after_being_enabled) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  const std::string id = at(anna.gets("/v2/session").body, "data.person.id");
  EXPECT_EQ(by.asks("PATCH", "/admin/people/" + id, R"({"state":"disabled"})").status, 200);
  EXPECT_EQ(anna.gets("/v2/session").status, 401);
  EXPECT_EQ(anna.signs_in("anna@example.org").status, 401);
  EXPECT_EQ(by.asks("PATCH", "/admin/people/" + id, R"({"state":"active"})").status, 200);
  EXPECT_EQ(anna.signs_in("anna@example.org").status, 201);
}

TEST_F(People, erased_person_can_be_invited_again_as_another_one) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  const std::string id = at(anna.gets("/v2/session").body, "data.person.id");
  EXPECT_EQ(by.asks("DELETE", "/admin/people/" + id).status, 200);
  EXPECT_EQ(anna.gets("/v2/session").status, 401);
  Browser again = joined("anna@example.org", "clerk", exchange.customer);
  EXPECT_NE(at(again.gets("/v2/session").body, "data.person.id"), id);
}

TEST_F(People, names_are_shown_to_the_own_participant_and_to_operators) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  const std::string id = at(anna.gets("/v2/session").body, "data.person.id");
  const Answer sent = anna.posts("/v2/transactions", trade::order("P-4"));
  const std::string events =
      "/v2/all-transactions/" + at(sent.body, "platformTransactionId") + "/events";
  const auto author_for = [&](const served::Member& member) {
    const Answer answer = trade::Trader(exchange, member).gets(events);
    EXPECT_EQ(at(answer.body, "items.0.by.id"), exchange.customer.id) << answer.body;
    return at(answer.body, "items.0.by.person");
  };
  EXPECT_EQ(author_for(exchange.customer),
            fmt::format(R"({{"id":"{}","name":"Anna Berger"}})", id));
  EXPECT_EQ(author_for(exchange.supplier), "null");

  EXPECT_EQ(at(by.asks("GET", "/admin/events?per_page=1").body, "items.0.by.person.name"),
            "Anna Berger");
  EXPECT_EQ(by.asks("DELETE", "/admin/people/" + id).status, 200);
  EXPECT_EQ(author_for(exchange.customer),
            fmt::format(R"({{"id":"{}","name":"a former person"}})", id));
}

TEST_F(People, operator_is_named_in_the_log_of_the_operators) {
  Browser chief = newcomer(exchange.port(), "chief@example.org", "operator");
  EXPECT_EQ(chief.posts("/admin/operators", R"({"name":"Another operator"})").status, 201);
  const Answer acts = chief.gets("/admin/events?per_page=1");
  EXPECT_EQ(at(acts.body, "items.0.by.type"), "operator");
  EXPECT_EQ(at(acts.body, "items.0.by.name"), "Anna Berger");
  EXPECT_EQ(at(acts.body, "items.0.by.person.name"), "Anna Berger");
}

TEST_F(People, operator_waits_for_changes_until_the_access_ends) {
  Browser chief = newcomer(exchange.port(), "chief@example.org", "operator");
  const std::string id = at(chief.gets("/v2/me").body, "data.id");
  const std::string first = chief.gets("/admin/changes").body;
  const std::size_t begin = first.find("id: ") + 4;
  http_tests::Client waiting(exchange.port());
  waiting.send(fmt::format(
      "GET /admin/changes HTTP/1.1\r\nHost: a\r\nLast-Event-ID: {}\r\n"
      "Cookie: tradepost_session={}\r\n\r\n",
      first.substr(begin, first.find('\n', begin) - begin), chief.cookie("tradepost_session")));
  EXPECT_FALSE(waiting.has_answer_within(std::chrono::milliseconds(2500)));
  EXPECT_EQ(by.asks("PATCH", "/admin/people/" + id, R"({"state":"disabled"})").status, 200);
  EXPECT_TRUE(waiting.has_answer_within(std::chrono::milliseconds(4000)));
  EXPECT_EQ(waiting.answer().status, 401);
}

TEST_F(People, send_again_after_a_restart_with_the_same_cookie) {
  Browser anna = joined("anna@example.org", "clerk", exchange.customer);
  exchange.process().kill();
  exchange.process().begin();
  EXPECT_EQ(anna.posts("/v2/transactions", trade::order("P-3")).status, 201);
  EXPECT_EQ(Browser(exchange.port()).signs_in("anna@example.org").status, 201);
}

}  // namespace
}  // namespace tradepost::people
