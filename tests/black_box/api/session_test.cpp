#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "trade/trader.hpp"

// Tests the session of a browser: a cookie that represents a token.
// Covers contract 8.1 and 8.8.
namespace tradepost::api_tests {

using http_tests::Answer;
using http_tests::Client;
using served::at;
using trade::order;
using trade::that_expires_in_an_hour;
using trade::that_reads;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view by_console = "X-Tradepost-Console: 1\r\nSec-Fetch-Site: same-origin\r\n";

// Returns tradepost_session=…, as a browser sends it back.
std::string cookie_in(const Answer& answer) {
  const std::string set = answer.header("set-cookie");
  return set.substr(0, set.find(';'));
}

// A browser on one connection, with a cookie that may be empty.
class Browser {
 public:
  Browser(const UsualExchange& exchange, std::string_view cookie)
      : client_(exchange.port()), cookie_(cookie) {}

  Answer gets(std::string_view path, std::string_view more = "") { return asks("GET", path, more); }
  Answer asks(std::string_view method, std::string_view path, std::string_view more = "",
              std::string_view body = "") {
    client_.send(
        fmt::format("{} {} HTTP/1.1\r\nHost: exchange.test:8480\r\nCookie: theme=dark; {}\r\n"
                    "Content-Type: application/json\r\nContent-Length: {}\r\n{}\r\n{}",
                    method, path, cookie_, body.size(), more, body));
    return client_.answer();
  }

 private:
  Client client_;
  std::string cookie_;
};

std::string cookie_for(const UsualExchange& exchange, std::string_view token) {
  const Answer begun = Trader(exchange, token).posts("/v2/session", "");
  EXPECT_EQ(begun.status, 201) << begun.body;
  return cookie_in(begun);
}

struct Session : testing::Test {
  UsualExchange exchange;
  std::string cookie = cookie_for(exchange, exchange.customer.token);
  Browser browser{exchange, cookie};
};

TEST_F(Session, cookie_is_closed_to_scripts_and_other_sites_and_does_not_show_the_token) {
  const Answer begun = Trader(exchange, exchange.customer).posts("/v2/session", "");
  const std::string set = begun.header("set-cookie");
  EXPECT_TRUE(set.starts_with("tradepost_session="));
  for (const auto* const part : {"; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=3600"}) {
    EXPECT_NE(set.find(part), std::string::npos) << set;
  }
  EXPECT_EQ(set.find("Secure"), std::string::npos);  // the request came by plain HTTP
  EXPECT_EQ(set.find(exchange.customer.token), std::string::npos);
  EXPECT_EQ(begun.header("cache-control"), "no-store");
}

TEST_F(Session, cookie_is_secure_and_below_the_path_where_the_address_says_so) {
  UsualExchange other({.flags = {"--public-url", "https://trade.example/exchange"}});
  const std::string set =
      Trader(other, other.customer).posts("/v2/session", "").header("set-cookie");
  EXPECT_NE(set.find("; Secure"), std::string::npos) << set;
  EXPECT_NE(set.find("; Path=/exchange;"), std::string::npos) << set;
}

TEST_F(Session, owner_is_shown_for_the_cookie_and_for_the_token) {
  for (const Answer& shown :
       {browser.gets("/v2/session"), Trader(exchange, exchange.customer).gets("/v2/session")}) {
    EXPECT_EQ(shown.status, 200);
    EXPECT_EQ(at(shown.body, "data.role"), "participant");
    EXPECT_EQ(at(shown.body, "data.id"), exchange.customer.id);
    EXPECT_EQ(at(shown.body, "data.flow"), "LIVE");
    EXPECT_EQ(at(shown.body, "data.scopes.0"), "read");
    EXPECT_EQ(at(shown.body, "data.fieldWord"), "platform");
  }
  EXPECT_NE(at(browser.gets("/v2/session").body, "data.endsAt"), "null");
  EXPECT_EQ(at(Trader(exchange, exchange.customer).gets("/v2/session").body, "data.endsAt"),
            "null");
}

TEST_F(Session, operator_signs_in_and_acts_as_an_operator) {
  Browser by(exchange, cookie_for(exchange, served::operator_token));
  EXPECT_EQ(at(by.gets("/v2/session").body, "data.role"), "operator");
  EXPECT_EQ(by.gets("/admin/participants").status, 200);
  EXPECT_EQ(by.gets("/v2/transactions").status, 401);
  EXPECT_EQ(by.asks("PUT", "/admin/network", "", R"({"mode":"open"})").status, 403);
  EXPECT_EQ(by.asks("PUT", "/admin/network", by_console, R"({"mode":"open"})").status, 200);
}

TEST_F(Session, cookie_may_what_its_token_may_and_nothing_else) {
  EXPECT_EQ(browser.gets("/v2/ping").status, 204);
  EXPECT_EQ(browser.gets("/v2/all-transactions").status, 200);
  EXPECT_EQ(browser.gets("/admin/participants").status, 403);
  Browser reads(exchange, cookie_for(exchange, exchange.token(exchange.customer, that_reads)));
  EXPECT_EQ(reads.gets("/v2/transactions").status, 200);
  EXPECT_EQ(reads.asks("POST", "/v2/transactions", by_console, order("1")).status, 403);
}

TEST_F(Session, change_needs_the_header_of_the_console_and_its_own_origin) {
  const auto status_of = [&](std::string_view headers) {
    static int number = 0;
    return browser.asks("POST", "/v2/transactions", headers, order(fmt::format("{}", ++number)))
        .status;
  };
  constexpr std::string_view header = "X-Tradepost-Console: 1\r\n";
  EXPECT_EQ(status_of(by_console), 201);
  EXPECT_EQ(status_of(fmt::format("{}Origin: http://exchange.test:8480\r\n", header)), 201);
  for (const std::string_view from :
       {"", "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n",
        "Sec-Fetch-Site: none\r\n", "Origin: null\r\n", "Origin: http://evil.test\r\n",
        "Origin: http://exchange.test\r\n", "Origin: http://exchange.test:8480.evil.test\r\n",
        "Origin: exchange.test:8480\r\n",
        "Sec-Fetch-Site: cross-site\r\nOrigin: http://exchange.test:8480\r\n"}) {
    const int status = status_of(fmt::format("{}{}", header, from));
    EXPECT_TRUE(status == 403 || status == 401) << status << ' ' << from;
  }
  for (const std::string_view without :
       {"", "Sec-Fetch-Site: same-origin\r\n", "Origin: http://exchange.test:8480\r\n",
        "X-Tradepost-Console: 0\r\nSec-Fetch-Site: same-origin\r\n",
        "X-Tradepost-Console: background\r\nSec-Fetch-Site: same-origin\r\n"}) {
    EXPECT_EQ(status_of(without), 403) << without;
  }
  EXPECT_EQ(Trader(exchange, exchange.supplier).pulls().size(), 2u);
}

TEST_F(Session, page_of_another_origin_does_not_read_as_the_person_at_the_browser) {
  EXPECT_EQ(browser.gets("/v2/transactions", "Sec-Fetch-Site: cross-site\r\n").status, 401);
  EXPECT_EQ(browser.gets("/v2/transactions", "Sec-Fetch-Site: same-site\r\n").status, 401);
  EXPECT_EQ(browser.gets("/v2/transactions", "Sec-Fetch-Site: none\r\n").status, 200);
  EXPECT_EQ(browser.gets("/v2/transactions", "Sec-Fetch-Site: same-origin\r\n").status, 200);
}

TEST_F(Session, no_answer_lets_a_page_of_another_origin_read_it) {
  constexpr std::string_view asks_first =
      "Origin: http://evil.test\r\nAccess-Control-Request-Method: POST\r\n"
      "Access-Control-Request-Headers: authorization\r\n";
  for (const std::string_view method : {"GET", "OPTIONS"}) {
    for (const std::string_view path : {"/v2/transactions", "/admin/participants", "/console"}) {
      const Answer answer = browser.asks(method, path, asks_first);
      EXPECT_EQ(answer.header("access-control-allow-origin"), "") << method << ' ' << path;
      EXPECT_EQ(answer.header("access-control-allow-headers"), "") << method << ' ' << path;
    }
  }
}

TEST_F(Session, authorization_goes_before_the_cookie) {
  const auto with = [&](std::string_view token) {
    return browser.gets("/v2/session", fmt::format("Authorization: Bearer {}\r\n", token));
  };
  EXPECT_EQ(at(with(exchange.supplier.token).body, "data.id"), exchange.supplier.id);
  EXPECT_EQ(with("unknown").status, 401);
  EXPECT_EQ(browser.gets("/v2/session", "Authorization: Basic YTpi\r\n").status, 401);
  const std::string header = fmt::format("Authorization: Bearer {}\r\n", exchange.customer.token);
  EXPECT_EQ(browser.asks("POST", "/v2/transactions", header, order("1")).status, 201);
}

TEST_F(Session, signed_link_goes_before_the_cookie) {
  const Answer refused =
      browser.asks("POST", "/v2/transactions", by_console, R"({"type":"ORDER"})");
  const std::string url = at(refused.body, "errorUrl");
  ASSERT_TRUE(url.starts_with("http://exchange.test:8480/v2/errors/")) << refused.body;
  const Answer page = browser.gets(url.substr(url.find("/v2/")));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(at(page.body, "data.origin"), "rejection");
  // The cookie does not help an invalid link.
  EXPECT_EQ(browser.gets(url.substr(url.find("/v2/")) + "A").status, 404);
}

TEST_F(Session, tampered_cookie_is_refused) {
  const std::string text = cookie.substr(cookie.find('=') + 1);
  for (std::size_t i = 0; i < text.size(); i += 7) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    Browser forger(exchange, "tradepost_session=" + changed);
    EXPECT_EQ(forger.gets("/v2/ping").status, 401) << i;
  }
  const std::vector<std::string> others = {"tradepost_session=",
                                           "tradepost_session=" + exchange.customer.token,
                                           "tradepost_session=" + text + "A",
                                           "tradepost_session=" + std::string(5'000, 'A'),
                                           "tradepost_session=" + text.substr(1),
                                           "tradepost_sessio=" + text,
                                           "xtradepost_session=" + text,
                                           "tradepost_session",
                                           fmt::format("{0}; {0}", cookie)};
  for (const std::string& other : others) {
    EXPECT_EQ(Browser(exchange, other).gets("/v2/ping").status, 401) << other;
  }
  UsualExchange stranger;
  EXPECT_EQ(Browser(stranger, cookie).gets("/v2/ping").status, 401);
}

TEST_F(Session, link_and_cursor_are_no_cookies) {
  const std::string id = Trader(exchange, exchange.customer).sends(order("1"));
  Trader(exchange, exchange.customer).sends(order("2"));
  const Answer page = Trader(exchange, exchange.customer).gets("/v2/all-transactions?per_page=1");
  const std::string cursor = at(page.body, "nextCursor");
  ASSERT_NE(cursor, "null");
  EXPECT_EQ(Browser(exchange, "tradepost_session=" + cursor).gets("/v2/ping").status, 401);
}

TEST_F(Session, ends_with_its_token) {
  EXPECT_EQ(browser.gets("/v2/ping").status, 204);
  served::revoke(exchange.by(), exchange.customer.token_id);
  EXPECT_EQ(browser.gets("/v2/ping").status, 401);
  EXPECT_EQ(browser.gets("/v2/session").status, 401);
}

TEST_F(Session, outlives_a_restart) {
  exchange.process().end();
  exchange.process().begin();
  EXPECT_EQ(Browser(exchange, cookie).gets("/v2/ping").status, 204);
}

TEST_F(Session, begins_no_other_session_and_needs_a_good_token) {
  EXPECT_EQ(browser.asks("POST", "/v2/session", by_console).status, 401);
  EXPECT_EQ(Browser(exchange, "").asks("POST", "/v2/session").status, 401);
  const Answer refused = Trader(exchange, "unknown").posts("/v2/session", "");
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(refused.header("set-cookie"), "");
}

TEST_F(Session, signing_out_removes_the_cookie) {
  EXPECT_EQ(browser.asks("DELETE", "/v2/session").status, 403);
  const Answer ended = browser.asks("DELETE", "/v2/session", by_console);
  EXPECT_EQ(ended.status, 204);
  EXPECT_TRUE(ended.header("set-cookie").starts_with("tradepost_session=; Path=/; Max-Age=0;"));
  EXPECT_EQ(Browser(exchange, "").asks("DELETE", "/v2/session").status, 204);
}

TEST_F(Session, request_is_logged_as_its_participants) {
  EXPECT_EQ(browser.gets("/v2/ping", "X-Request-Id: by-cookie\r\n").status, 204);
  const std::string line = exchange.process().log_line_with({"request_answered", "by-cookie"});
  EXPECT_NE(line.find(exchange.customer.id), std::string::npos) << line;
  EXPECT_EQ(exchange.process().log().find(cookie.substr(cookie.find('=') + 1)), std::string::npos);
}

TEST(SessionRate, cookie_is_bounded_with_its_token) {
  UsualExchange exchange({.flags = {"--requests-per-second", "1", "--requests-burst", "5"}});
  Browser browser(exchange, cookie_for(exchange, exchange.customer.token));
  int answered = 0;
  while (browser.gets("/v2/ping").status == 204) ASSERT_LT(++answered, 100);
  EXPECT_EQ(Trader(exchange, exchange.customer).gets("/v2/ping").status, 429);
}

struct SessionTime : testing::Test {
  const served::ScratchFolder folder;
  const served::ShiftedClock clock{folder.path()};
  UsualExchange exchange{{.environment = clock.environment()}};
};

TEST_F(SessionTime, idle_session_ends_after_an_hour) {
  Browser browser(exchange, cookie_for(exchange, exchange.customer.token));
  clock.shift("+59m");
  EXPECT_EQ(browser.gets("/v2/ping").status, 204);
  clock.shift("+61m");
  EXPECT_EQ(browser.gets("/v2/ping").status, 401);
  EXPECT_EQ(Trader(exchange, exchange.customer).gets("/v2/ping").status, 204);
}

TEST_F(SessionTime, used_session_is_renewed_and_ends_after_twelve_hours) {
  std::string cookie = cookie_for(exchange, exchange.customer.token);
  EXPECT_EQ(Browser(exchange, cookie).gets("/v2/ping").header("set-cookie"), "");
  for (int half_hours = 1; half_hours < 24; ++half_hours) {
    clock.shift(fmt::format("+{}m", half_hours * 30));
    const Answer answer = Browser(exchange, cookie).gets("/v2/ping");
    ASSERT_EQ(answer.status, 204) << half_hours;
    ASSERT_NE(answer.header("set-cookie"), "") << half_hours;
    EXPECT_EQ(answer.header("cache-control"), "no-store");
    cookie = cookie_in(answer);
  }
  clock.shift("+719m");
  EXPECT_EQ(Browser(exchange, cookie).gets("/v2/ping").status, 204);
  clock.shift("+721m");
  EXPECT_EQ(Browser(exchange, cookie).gets("/v2/ping").status, 401);
}

TEST_F(SessionTime, page_that_updates_itself_keeps_no_session_alive) {
  Browser browser(exchange, cookie_for(exchange, exchange.customer.token));
  clock.shift("+30m");
  const Answer answer = browser.gets("/v2/ping", "X-Tradepost-Console: background\r\n");
  EXPECT_EQ(answer.status, 204);
  EXPECT_EQ(answer.header("set-cookie"), "");
}

TEST_F(SessionTime, file_that_a_cache_may_keep_carries_no_cookie) {
  Browser browser(exchange, cookie_for(exchange, exchange.customer.token));
  clock.shift("+30m");
  const std::string page = browser.gets("/console").body;
  const auto begins = page.find("console/assets/");
  ASSERT_NE(begins, std::string::npos);
  const std::string path = page.substr(begins, page.find('"', begins) - begins);
  const Answer file = browser.gets("/" + path);
  EXPECT_EQ(file.status, 200);
  EXPECT_EQ(file.header("set-cookie"), "");
}

TEST_F(SessionTime, ends_with_a_token_that_expires_before) {
  const std::string token = exchange.token(exchange.customer, that_expires_in_an_hour());
  clock.shift("+30m");
  std::string cookie = cookie_for(exchange, token);
  EXPECT_NE(at(Browser(exchange, cookie).gets("/v2/session").body, "data.endsAt"), "null");
  clock.shift("+61m");
  EXPECT_EQ(Browser(exchange, cookie).gets("/v2/ping").status, 401);
}

}  // namespace
}  // namespace tradepost::api_tests
