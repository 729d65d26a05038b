#include "people/browser.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "served/json.hpp"

namespace tradepost::people {

using http_tests::Answer;

namespace {

constexpr std::string_view by_console = "X-Tradepost-Console: 1\r\nSec-Fetch-Site: same-origin\r\n";

}  // namespace

Answer Browser::asks(std::string_view method, std::string_view path, std::string_view body) {
  return sent(method, path, body, by_console);
}

Answer Browser::asks_from_elsewhere(std::string_view method, std::string_view path,
                                    std::string_view body, std::string_view headers) {
  return sent(method, path, body, headers);
}

Answer Browser::signs_in(std::string_view email, std::string_view with) {
  return posts("/v2/sign-in", fmt::format(R"({{"email":"{}","password":"{}"}})", email, with));
}

std::string Browser::cookie(const std::string& name) const {
  const auto found = cookies_.find(name);
  return found == cookies_.end() ? "" : found->second;
}

Answer Browser::sent(std::string_view method, std::string_view path, std::string_view body,
                     std::string_view headers) {
  std::string pairs;
  for (const auto& [name, value] : cookies_) pairs += fmt::format("; {}={}", name, value);
  http_tests::Client client(port_);
  Answer answer =
      client.ask(fmt::format("{} {} HTTP/1.1\r\nHost: exchange.test\r\nUser-Agent: {}\r\n"
                             "Cookie: theme=dark{}\r\nContent-Type: application/json\r\n"
                             "Content-Length: {}\r\n{}\r\n{}",
                             method, path, agent, pairs, body.size(), headers, body));
  for (const std::string& set : answer.set_cookies) {
    const auto name_end = set.find('=');
    const auto value_end = set.find(';');
    const std::string name = set.substr(0, name_end);
    const std::string value = set.substr(name_end + 1, value_end - name_end - 1);
    cookies_.erase(name);
    if (!value.empty()) cookies_[name] = value;
  }
  return answer;
}

std::string invitation(std::string_view email, std::string_view role, std::string_view more) {
  return fmt::format(R"({{"name":"Anna Berger","email":"{}","role":"{}"{}}})", email, role, more);
}

std::string secret_in(const Answer& answer) {
  const std::string link = served::at(answer.body, "data.link");
  EXPECT_NE(link.find('#'), std::string::npos) << answer.body;
  return link.substr(link.find('#') + 1);
}

std::string invites(served::Operator& by, std::string_view body) {
  const Answer answer = by.asks("POST", "/admin/invitations", body);
  EXPECT_EQ(answer.status, 201) << answer.body;
  return secret_in(answer);
}

void joins(std::uint16_t port, std::string_view link) {
  const Answer answer = Browser(port).posts(
      "/v2/links/use", fmt::format(R"({{"link":"{}","password":"{}"}})", link, password));
  EXPECT_EQ(answer.status, 200) << answer.body;
}

Browser newcomer(std::uint16_t port, std::string_view email, std::string_view role,
                 std::string_view more) {
  served::Operator by(port);
  joins(port, invites(by, invitation(email, role, more)));
  Browser browser(port);
  const Answer answer = browser.signs_in(email);
  EXPECT_EQ(answer.status, 201) << answer.body;
  return browser;
}

}  // namespace tradepost::people
