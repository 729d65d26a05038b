#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "http/client.hpp"
#include "served/served_exchange.hpp"

// People of a served exchange, and their browsers.
namespace tradepost::people {

inline constexpr std::string_view password = "vier einfache Worte hier";

// Keeps the cookies of its answers, and sends them as the console does.
class Browser {
 public:
  static constexpr std::string_view agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";

  explicit Browser(std::uint16_t port) : port_(port) {}

  http_tests::Answer gets(std::string_view path) { return asks("GET", path); }
  http_tests::Answer posts(std::string_view path, std::string_view body) {
    return asks("POST", path, body);
  }
  http_tests::Answer asks(std::string_view method, std::string_view path,
                          std::string_view body = "");
  // Sends the cookies, and no header of the console: a page of another site would.
  http_tests::Answer asks_from_elsewhere(std::string_view method, std::string_view path,
                                         std::string_view body, std::string_view headers);
  http_tests::Answer signs_in(std::string_view email, std::string_view with = password);

  // Continues at another node, with the same cookies.
  void goes_to(std::uint16_t port) { port_ = port; }
  // The value of a cookie; empty: none.
  std::string cookie(const std::string& name) const;
  void set_cookie(const std::string& name, std::string value) { cookies_[name] = std::move(value); }

 private:
  http_tests::Answer sent(std::string_view method, std::string_view path, std::string_view body,
                          std::string_view headers);

  std::uint16_t port_;
  std::map<std::string, std::string> cookies_;
};

// The body of an invitation: `more` has further fields, such as ,"participant":"…".
std::string invitation(std::string_view email, std::string_view role, std::string_view more = "");
// Invites a person as the operator of the tests, and returns the secret of the link.
std::string invites(served::Operator& by, std::string_view body);
// Uses the link, so that the person can sign in with the password.
void joins(std::uint16_t port, std::string_view link);
// Returns a browser in which a new person has signed in.
Browser newcomer(std::uint16_t port, std::string_view email, std::string_view role,
                 std::string_view more = "");

// Returns the part after # of the link in an answer.
std::string secret_in(const http_tests::Answer& answer);

}  // namespace tradepost::people
