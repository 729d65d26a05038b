#include "api/wire/session.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "api/wire/cursor_text.hpp"
#include "api/wire/parsed_test_request.hpp"

// Covers contract 8.8.
namespace tradepost::api::session_test {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr base::SealKey key{7};
constexpr base::Instant began = base::instant_of(1'800'000'000'123);
const Session some_session{.token = base::sha256("tp_live_1"), .began = began, .used = began};

TEST(SessionText, comes_back_whole) {
  base::Sealer sealer(key);
  EXPECT_EQ(session_in(sealer, session_text(sealer, some_session)), some_session);
}

TEST(SessionText, text_changed_at_any_place_is_not_a_session) {
  base::Sealer sealer(key);
  base::Sealer other(base::SealKey{8});
  const std::string text = session_text(sealer, some_session);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(session_in(sealer, changed), std::nullopt) << i;
    EXPECT_EQ(session_in(sealer, text.substr(0, i)), std::nullopt) << i;
  }
  EXPECT_EQ(session_in(other, text), std::nullopt);
  EXPECT_EQ(session_in(sealer, cursor_text(sealer, {})), std::nullopt);
}

TEST(SessionText, ends_after_an_hour_without_use_and_after_twelve_in_any_case) {
  Session session = some_session;
  EXPECT_EQ(end_of(session), began + hours(1));
  session.used = began + hours(10);
  EXPECT_EQ(end_of(session), began + hours(11));
  session.used = began + minutes(690);
  EXPECT_EQ(end_of(session), began + hours(12));
}

TEST(SessionText, is_renewed_after_five_minutes) {
  EXPECT_FALSE(needs_renewal(some_session, began + minutes(5) - std::chrono::milliseconds(1)));
  EXPECT_TRUE(needs_renewal(some_session, began + minutes(5)));
}

TEST(SessionCookie, is_found_among_others_and_only_if_there_is_one) {
  const auto found = [](std::string_view lines, std::string_view target = "/") {
    const http::Request request = request_with(lines, target);
    return std::string(session_cookie(request).value_or("none"));
  };
  EXPECT_EQ(found(""), "none");
  EXPECT_EQ(found("Cookie: tradepost_session=ab\r\n"), "ab");
  EXPECT_EQ(found("Cookie: a=b; tradepost_session=ab;c=d\r\n"), "ab");
  EXPECT_EQ(found("Cookie: a=b\r\nCookie: \ttradepost_session=ab\r\n"), "ab");
  EXPECT_EQ(found("Cookie: tradepost_session=ab; tradepost_session=cd\r\n"), "none");
  EXPECT_EQ(found("Cookie: tradepost_session=ab\r\nCookie: tradepost_session=ab\r\n"), "none");
  EXPECT_EQ(found("Cookie: tradepost_sessions=ab; xtradepost_session=cd\r\n"), "none");
  EXPECT_EQ(found("Cookie: tradepost_session=ab\r\n", "/v2/errors/1?link=AAAA"), "none");
}

TEST(Console, is_known_by_its_header_and_its_origin) {
  const auto is = [](std::string_view lines, std::string_view base_url = "https://a.test/b") {
    return is_from_console(request_with(lines), base_url);
  };
  EXPECT_TRUE(is("X-Tradepost-Console: 1\r\nSec-Fetch-Site: same-origin\r\n"));
  EXPECT_TRUE(is("X-Tradepost-Console: 1\r\nOrigin: https://a.test\r\n"));
  EXPECT_FALSE(is("X-Tradepost-Console: 1\r\n"));
  EXPECT_FALSE(is("X-Tradepost-Console: 1\r\nOrigin: https://a.test:444\r\n"));
  EXPECT_FALSE(is("X-Tradepost-Console: 1\r\nOrigin: null\r\n"));
  EXPECT_FALSE(is("X-Tradepost-Console: 1\r\nOrigin: https://a.test\r\n", ""));
  EXPECT_FALSE(
      is("X-Tradepost-Console: 1\r\nSec-Fetch-Site: same-site\r\nOrigin: https://a.test\r\n"));
  EXPECT_FALSE(is("Sec-Fetch-Site: same-origin\r\n"));
}

TEST(Console, origin_of_another_scheme_is_not_the_console) {
  const http::Request plain = request_with("X-Tradepost-Console: 1\r\nOrigin: http://a.test\r\n");
  EXPECT_FALSE(is_from_console(plain, "https://a.test"));
  EXPECT_TRUE(is_from_console(plain, "http://a.test"));
  EXPECT_FALSE(is_from_console(plain, "a.test"));
}

TEST(Console, cookie_is_for_the_path_of_the_exchange) {
  EXPECT_EQ(cookie_that_ends("https://a.test/b/c"),
            "tradepost_session=; Path=/b/c; Max-Age=0; HttpOnly; SameSite=Strict; Secure");
  EXPECT_EQ(cookie_that_ends("http://a.test"),
            "tradepost_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
}

}  // namespace
}  // namespace tradepost::api::session_test
