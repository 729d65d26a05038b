// People manage their own account, and administrators see the accounts of their people.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace tradepost::people
