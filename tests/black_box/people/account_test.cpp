// People manage their own account, and administrators see the accounts of their people.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "authenticator.hpp"
#include "people/browser.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "trade/trader.hpp"

// Covers contract 13.2, 13.5 and 13.6.
namespace tradepost::people {
namespace {

using http_tests::Answer;
using served::at;
using trade::UsualExchange;

class Accounts : public ::testing::Test {
 protected:
  Browser joined(std::string_view email, std::string_view role) {
    return newcomer(exchange.port(), email, role,
                    fmt::format(R"(,"participant":"{}")", exchange.customer.id));
  }

  const served::ScratchFolder folder;
  const served::ShiftedClock clock{folder.path()};
  UsualExchange exchange{{.environment = clock.environment()}};
  served::Operator by{exchange.port()};
};

TEST_F(Accounts, show_the_person_the_memberships_and_the_session) {
  Browser anna = joined("anna@example.org", "clerk");
  const Answer shown = anna.gets("/v2/me");
  EXPECT_EQ(shown.status, 200) << shown.body;
  EXPECT_EQ(at(shown.body, "data.email"), "anna@example.org");
  EXPECT_EQ(at(shown.body, "data.memberships.0.role"), "clerk");
  EXPECT_EQ(at(shown.body, "data.session.participant.id"), exchange.customer.id);
  EXPECT_EQ(trade::Trader(exchange, exchange.customer).gets("/v2/me").status, 401);
}

TEST_F(Accounts, new_password_ends_the_other_sessions) {
  Browser anna = joined("anna@example.org", "clerk");
  Browser other(exchange.port());
  EXPECT_EQ(other.signs_in("anna@example.org").status, 201);
  const auto change = [&](std::string_view present, std::string_view next) {
    return anna.asks("PUT", "/v2/me/password",
                     fmt::format(R"({{"presentPassword":"{}","password":"{}"}})", present, next));
  };
  EXPECT_EQ(change("another password", "andere einfache Worte").status, 401);
  EXPECT_EQ(at(change(password, "kurz").body, "faults.0.code"), "password.too_short");
  EXPECT_EQ(change(password, "andere einfache Worte").status, 204);
  EXPECT_EQ(anna.gets("/v2/me").status, 200);
  EXPECT_EQ(other.gets("/v2/me").status, 401);
  EXPECT_EQ(other.signs_in("anna@example.org").status, 401);
  EXPECT_EQ(other.signs_in("anna@example.org", "andere einfache Worte").status, 201);
}

TEST_F(Accounts, changes_of_people_need_a_recent_password) {
  Browser chief = joined("chief@example.org", "administrator");
  clock.shift("+20m");
  const std::string body = invitation("anna@example.org", "clerk");
  const Answer refused = chief.posts("/v2/invitations", body);
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(at(refused.body, "detailCode"), "confirmation_needed");
  EXPECT_EQ(chief.posts("/v2/transactions", trade::order("P-5")).status, 201);
  const auto confirm = [&](std::string_view with) {
    return chief.asks("PUT", "/v2/me/confirmation", fmt::format(R"({{"password":"{}"}})", with));
  };
  EXPECT_EQ(confirm("another password").status, 401);
  EXPECT_EQ(chief.posts("/v2/invitations", body).status, 403);
  EXPECT_EQ(confirm(password).status, 204);
  EXPECT_EQ(chief.posts("/v2/invitations", body).status, 201);
}

TEST_F(Accounts, sessions_end_after_an_hour_without_requests_and_after_twelve_hours) {
  Browser idle = joined("idle@example.org", "clerk");
  Browser busy = joined("busy@example.org", "clerk");
  for (int minutes = 50; minutes <= 700; minutes += 50) {
    clock.shift(fmt::format("+{}m", minutes));
    EXPECT_EQ(busy.gets("/v2/me").status, 200) << minutes;
  }
  EXPECT_EQ(idle.gets("/v2/me").status, 401);
  clock.shift("+721m");
  EXPECT_EQ(busy.gets("/v2/me").status, 401);
}

TEST_F(Accounts, administrator_lists_the_own_people_and_operators_all) {
  Browser chief = joined("chief@example.org", "administrator");
  invites(by, invitation("anna@example.org", "auditor"));
  const Answer own = chief.gets("/v2/people");
  EXPECT_EQ(own.status, 200) << own.body;
  EXPECT_EQ(at(own.body, "count"), "1");
  EXPECT_EQ(at(own.body, "items.0.email"), "chief@example.org");
  EXPECT_EQ(at(own.body, "items.0.state"), "active");
  const Answer all = by.asks("GET", "/admin/people");
  EXPECT_EQ(at(all.body, "count"), "2");
  EXPECT_EQ(at(all.body, "items.1.state"), "invited");
  EXPECT_EQ(at(all.body, "items.1.memberships.0.participant"), "null");
  const std::string filter = "/admin/people?filter[participant]=" + exchange.customer.id;
  EXPECT_EQ(at(by.asks("GET", filter).body, "count"), "1");
}

TEST_F(Accounts, administrator_resets_a_password_with_a_link) {
  Browser chief = joined("chief@example.org", "administrator");
  Browser anna = joined("anna@example.org", "clerk");
  const std::string path = "/v2/people/" + at(anna.gets("/v2/me").body, "data.id") + "/reset";
  EXPECT_EQ(anna.posts(path, "").status, 403);
  const std::string link = secret_in(chief.posts(path, ""));
  EXPECT_EQ(anna.gets("/v2/me").status, 200);  // until the link is used
  const Answer used =
      Browser(exchange.port())
          .posts("/v2/links/use",
                 fmt::format(R"({{"link":"{}","password":"andere einfache Worte"}})", link));
  EXPECT_EQ(used.status, 200) << used.body;
  EXPECT_EQ(anna.gets("/v2/me").status, 401);
  EXPECT_EQ(anna.signs_in("anna@example.org").status, 401);
  EXPECT_EQ(anna.signs_in("anna@example.org", "andere einfache Worte").status, 201);
}

TEST_F(Accounts, profile_keeps_what_the_person_does_not_change) {
  Browser anna = joined("anna@example.org", "clerk");
  const Answer changed =
      anna.asks("PATCH", "/v2/me", R"({"name":"Anna Maier","timeZone":"Europe/Vienna"})");
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(anna.asks("PATCH", "/v2/me", R"({"language":"de"})").status, 200);
  const Answer shown = anna.gets("/v2/me");
  EXPECT_EQ(at(shown.body, "data.name"), "Anna Maier");
  EXPECT_EQ(at(shown.body, "data.timeZone"), "Europe/Vienna");
  EXPECT_EQ(at(shown.body, "data.language"), "de");
  const Answer refused =
      anna.asks("PATCH", "/v2/me", R"({"name":"Eva","timeZone":"Europe/Atlantis"})");
  EXPECT_EQ(at(refused.body, "faults.0.path"), "timeZone") << refused.body;
  EXPECT_EQ(at(anna.gets("/v2/me").body, "data.name"), "Anna Maier");
}

TEST_F(Accounts, person_lists_the_own_sessions_and_ends_them) {
  Browser anna = joined("anna@example.org", "clerk");
  Browser phone(exchange.port());
  EXPECT_EQ(phone.signs_in("anna@example.org").status, 201);
  const Answer listed = anna.gets("/v2/me/sessions");
  EXPECT_EQ(at(listed.body, "data.sessions.0.isPresent"), "true") << listed.body;
  EXPECT_EQ(at(listed.body, "data.sessions.1.isPresent"), "false");
  EXPECT_EQ(at(listed.body, "data.sessions.1.browser"), Browser::agent);
  EXPECT_EQ(at(listed.body, "data.sessions.1.address"), "127.0.0.1");
  const std::string path = "/v2/me/sessions/" + at(listed.body, "data.sessions.1.id");
  Browser eva = joined("eva@example.org", "clerk");
  EXPECT_EQ(eva.asks("DELETE", path).status, 404);
  EXPECT_EQ(phone.gets("/v2/me").status, 200);
  EXPECT_EQ(anna.asks("DELETE", path).status, 204);
  EXPECT_EQ(anna.asks("DELETE", path).status, 404);
  EXPECT_EQ(phone.gets("/v2/me").status, 401);
  EXPECT_EQ(phone.signs_in("anna@example.org").status, 201);
  EXPECT_EQ(anna.asks("DELETE", "/v2/me/sessions").status, 204);
  EXPECT_EQ(anna.cookie("tradepost_session"), "");
  EXPECT_EQ(phone.gets("/v2/me").status, 401);
}

// A person with an authenticator app.
class SecondFactors : public Accounts {
 protected:
  // Takes the code of the next step, because a code can be used once.
  std::string next_code() const {
    const auto now = std::chrono::system_clock::now();
    return authenticator::code_at(
        secret_, std::chrono::floor<std::chrono::milliseconds>(now) + std::chrono::seconds(30));
  }
  std::string present_code() const {
    const auto now = std::chrono::system_clock::now();
    return authenticator::code_at(secret_, std::chrono::floor<std::chrono::milliseconds>(now));
  }
  std::string proposes(Browser& browser) {
    const Answer proposed = browser.posts("/v2/me/second-factor", "");
    EXPECT_EQ(proposed.status, 200) << proposed.body;
    secret_ = at(proposed.body, "data.secret");
    EXPECT_TRUE(at(proposed.body, "data.uri").contains(secret_));
    return at(proposed.body, "data.proof");
  }
  Answer begins(Browser& browser, std::string_view proof, std::string_view code) {
    return browser.asks("PUT", "/v2/me/second-factor",
                        fmt::format(R"({{"proof":"{}","code":"{}"}})", proof, code));
  }
  Answer signs_in(std::string_view code) {
    return Browser(exchange.port())
        .posts("/v2/sign-in",
               fmt::format(R"({{"email":"anna@example.org","password":"{}","code":"{}"}})",
                           password, code));
  }

 private:
  std::string secret_;
};

TEST_F(SecondFactors, are_needed_to_sign_in) {
  Browser anna = joined("anna@example.org", "clerk");
  const std::string proof = proposes(anna);
  EXPECT_EQ(at(begins(anna, proof, "000000").body, "faults.0.path"), "code");
  EXPECT_EQ(at(begins(anna, "another", present_code()).body, "faults.0.path"), "proof");
  const Answer begun = begins(anna, proof, present_code());
  EXPECT_EQ(begun.status, 200) << begun.body;
  EXPECT_EQ(begins(anna, proof, present_code()).status, 409);
  EXPECT_EQ(at(anna.gets("/v2/me").body, "data.secondFactor"), "true");

  EXPECT_EQ(at(signs_in("").body, "detailCode"), "code_needed");
  EXPECT_EQ(at(signs_in("000000").body, "detailCode"), "code_wrong");
  const std::string code = next_code();
  EXPECT_EQ(signs_in(code).status, 201);
  EXPECT_EQ(at(signs_in(code).body, "detailCode"), "code_wrong");
  const std::string recovery = at(begun.body, "data.recoveryCodes.0");
  EXPECT_EQ(signs_in(recovery).status, 201);
  EXPECT_EQ(at(signs_in(recovery).body, "detailCode"), "code_wrong");

  EXPECT_EQ(anna.asks("DELETE", "/v2/me/second-factor").status, 204);
  EXPECT_EQ(anna.asks("DELETE", "/v2/me/second-factor").status, 404);
  EXPECT_EQ(signs_in("").status, 201);
}

TEST_F(SecondFactors, proposal_belongs_to_one_person) {
  Browser anna = joined("anna@example.org", "clerk");
  Browser eva = joined("eva@example.org", "clerk");
  const std::string proof = proposes(eva);
  EXPECT_EQ(at(begins(anna, proof, present_code()).body, "faults.0.path"), "proof");
}

TEST_F(SecondFactors, managers_remove_the_lost_one_of_a_person) {
  Browser chief = joined("chief@example.org", "administrator");
  Browser anna = joined("anna@example.org", "clerk");
  const auto begin = [&] {
    const std::string proof = proposes(anna);
    EXPECT_EQ(begins(anna, proof, present_code()).status, 200);
  };
  begin();
  const std::string id = at(anna.gets("/v2/me").body, "data.id");
  const std::string path = "/v2/people/" + id + "/second-factor";
  EXPECT_EQ(anna.asks("DELETE", path).status, 403);
  EXPECT_EQ(chief.asks("DELETE", path).status, 200);
  EXPECT_EQ(chief.asks("DELETE", path).status, 404);
  EXPECT_EQ(signs_in("").status, 201);

  const std::string of_supplier = fmt::format(R"(,"participant":"{}")", exchange.supplier.id);
  EXPECT_EQ(
      by.asks("POST", "/admin/invitations", invitation("anna@example.org", "clerk", of_supplier))
          .status,
      201);
  begin();
  EXPECT_EQ(chief.asks("DELETE", path).status, 403);
  EXPECT_EQ(by.asks("DELETE", "/admin/people/" + id + "/second-factor").status, 200);
  EXPECT_EQ(signs_in("").status, 201);
}

}  // namespace
}  // namespace tradepost::people
