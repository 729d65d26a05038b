// The exchange sends people messages about their accounts through a real mail server.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "mail/smtp_server.hpp"
#include "people/browser.hpp"
#include "served/json.hpp"
#include "trade/trader.hpp"

// Covers contract 13.2, 13.4 and 13.8.
namespace tradepost::people {
namespace {

using http_tests::Answer;
using mail_tests::Accepted;
using served::at;
using trade::UsualExchange;

// Decodes quoted-printable, in each part of the message.
std::string decoded(std::string_view mime) {
  std::string text;
  while (!mime.empty()) {
    const std::size_t end = std::min(mime.find('='), mime.size());
    text += mime.substr(0, end);
    mime.remove_prefix(end);
    if (mime.size() < 3) return text;
    unsigned byte = 0;
    const auto [after, error] = std::from_chars(mime.data() + 1, mime.data() + 3, byte, 16);
    if (error == std::errc() && after == mime.data() + 3) text += static_cast<char>(byte);
    mime.remove_prefix(3);
  }
  return text;
}

class Messages : public ::testing::Test {
 protected:
  Browser joined(std::string_view email, std::string_view role) {
    Browser browser = newcomer(exchange.port(), email, role, of_customer);
    EXPECT_TRUE(mail_server.next());  // the invitation
    return browser;
  }
  Answer requests_reset(std::string_view email) {
    return Browser(exchange.port())
        .posts("/v2/password-resets", fmt::format(R"({{"email":"{}"}})", email));
  }
  // Returns the next message as a program shows it.
  std::string next() {
    last = mail_server.next();
    EXPECT_TRUE(last);
    return last ? decoded(last->mime) : "";
  }
  static std::string secret_of(const std::string& message) {
    constexpr std::string_view page = "https://trade.example/console/join#";
    const std::size_t at = message.find(page);
    EXPECT_NE(at, std::string::npos) << message;
    if (at == std::string::npos) return "";
    const std::size_t begin = at + page.size();
    return message.substr(begin, message.find_first_of("\r\n\"", begin) - begin);
  }
  Answer joins_with(const std::string& secret, std::string_view new_password) {
    return Browser(exchange.port())
        .posts("/v2/links/use",
               fmt::format(R"({{"link":"{}","password":"{}"}})", secret, new_password));
  }

  mail_tests::SmtpServer mail_server;
  std::optional<Accepted> last;
  UsualExchange exchange{
      {.environment = {
           fmt::format("TRADEPOST_MAIL_SERVER=smtp://127.0.0.1:{}", mail_server.settings().port),
           "TRADEPOST_MAIL_TLS=none", "TRADEPOST_MAIL_FROM=Trade <post@trade.example>",
           "TRADEPOST_PUBLIC_URL=https://trade.example"}}};
  const std::string of_customer = fmt::format(R"(,"participant":"{}")", exchange.customer.id);
  served::Operator by{exchange.port()};
};

TEST_F(Messages, invitation_has_the_link_to_join) {
  const Answer invited =
      by.asks("POST", "/admin/invitations", invitation("anna@example.org", "clerk", of_customer));
  EXPECT_EQ(at(invited.body, "data.mailed"), "true") << invited.body;
  const std::string message = next();
  EXPECT_EQ(last->to, "anna@example.org");
  EXPECT_TRUE(message.contains("Hello Anna Berger,")) << message;
  EXPECT_EQ(secret_of(message), secret_in(invited));
  EXPECT_EQ(joins_with(secret_of(message), password).status, 200);
}

TEST_F(Messages, administrator_does_not_get_the_link_that_the_person_gets) {
  Browser chief = joined("chief@example.org", "administrator");
  by.asks("POST", "/admin/invitations", invitation("anna@example.org", "auditor"));
  next();
  const Answer invited = chief.posts("/v2/invitations", invitation("anna@example.org", "clerk"));
  EXPECT_EQ(at(invited.body, "data.link"), "null");
  EXPECT_EQ(at(invited.body, "data.mailed"), "true");
  EXPECT_EQ(joins_with(secret_of(next()), password).status, 200);
}

TEST_F(Messages, reset_is_sent_to_a_known_address_only) {
  Browser anna = joined("anna@example.org", "clerk");
  const Answer unknown = requests_reset("nn@example.org");
  const Answer known = requests_reset("ANNA@example.org");
  EXPECT_EQ(known.status, 202) << known.body;
  EXPECT_EQ(unknown.status, known.status);
  EXPECT_EQ(unknown.body, known.body);
  const std::string message = next();
  EXPECT_EQ(last->to, "anna@example.org");
  EXPECT_EQ(joins_with(secret_of(message), "andere einfache Worte").status, 200);
  EXPECT_EQ(anna.gets("/v2/me").status, 401);
  EXPECT_EQ(anna.signs_in("anna@example.org", "andere einfache Worte").status, 201);
}

TEST_F(Messages, reset_comes_in_the_language_of_the_person) {
  Browser anna = joined("anna@example.org", "clerk");
  EXPECT_EQ(anna.asks("PATCH", "/v2/me", R"({"language":"de"})").status, 200);
  EXPECT_EQ(requests_reset("anna@example.org").status, 202);
  EXPECT_TRUE(next().contains("Guten Tag Anna Berger,"));
}

TEST_F(Messages, links_ignore_the_host_of_the_request) {
  joined("anna@example.org", "clerk");
  const std::string body = R"({"email":"anna@example.org"})";
  http_tests::Client client(exchange.port());
  const Answer answer = client.ask(
      fmt::format("POST /v2/password-resets HTTP/1.1\r\nHost: attacker.example\r\n"
                  "X-Forwarded-Host: attacker.example\r\nContent-Type: application/json\r\n"
                  "Content-Length: {}\r\n\r\n{}",
                  body.size(), body));
  EXPECT_EQ(answer.status, 202) << answer.body;
  const std::string message = next();
  EXPECT_NE(secret_of(message), "");
  EXPECT_FALSE(message.contains("attacker.example")) << message;
}

TEST_F(Messages, new_browser_is_reported_and_a_known_one_is_not) {
  Browser anna = joined("anna@example.org", "clerk");
  EXPECT_EQ(anna.asks("DELETE", "/v2/session").status, 204);
  EXPECT_EQ(anna.signs_in("anna@example.org").status, 201);  // the same browser
  EXPECT_EQ(Browser(exchange.port()).signs_in("anna@example.org").status, 201);
  const std::string message = next();
  EXPECT_TRUE(message.contains("Subject: New browser on trade.example")) << message;
  EXPECT_TRUE(message.contains(Browser::agent)) << message;
  EXPECT_TRUE(message.contains("address 127.0.0.1")) << message;
  // The next message is another one, so one browser was reported.
  EXPECT_EQ(requests_reset("anna@example.org").status, 202);
  EXPECT_TRUE(next().contains("New password for trade.example"));
}

TEST_F(Messages, html_in_names_is_text) {
  const std::string name = R"(<b>Anna</b> & <a href=\"https://attacker.example\">x</a>)";
  const Answer invited =
      by.asks("POST", "/admin/invitations",
              fmt::format(R"({{"name":"{}","email":"anna@example.org","role":"operator"}})", name));
  EXPECT_EQ(invited.status, 201) << invited.body;
  const std::string message = next();
  const std::string html = message.substr(message.find("<!DOCTYPE html>"));
  EXPECT_TRUE(html.contains("&lt;b&gt;Anna&lt;/b&gt; &amp; &lt;a href=&quot;")) << html;
  EXPECT_FALSE(html.contains("<b>")) << html;
}

TEST_F(Messages, names_add_no_headers) {
  const std::string body =
      R"({"name":"Anna\r\nBcc: eva@attacker.example\r\n\r\nText","email":"anna@example.org","role":"operator"})";
  const Answer invited = by.asks("POST", "/admin/invitations", body);
  EXPECT_EQ(invited.status, 201) << invited.body;
  const std::string message = next();
  EXPECT_EQ(last->to, "anna@example.org");
  EXPECT_FALSE(message.contains("\nBcc:")) << message;
}

}  // namespace
}  // namespace tradepost::people
