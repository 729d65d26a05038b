#include "mail/server.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace tradepost::mail {
namespace {

bool is_host(std::string_view host) {
  constexpr std::size_t host_bytes_max = 253;
  return !host.empty() && host.size() <= host_bytes_max && std::ranges::all_of(host, [](char c) {
    const char lower = base::ascii_lower(c);
    return base::is_ascii_digit(c) || (lower >= 'a' && lower <= 'z') || c == '.' || c == '-' ||
           c == ':';
  });
}

}  // namespace

std::optional<std::string_view> fault_of(const MailServer& server) {
  if (!is_host(server.host)) return "The host of the mail server is not valid.";
  if (server.port == 0) return "The port of the mail server is not valid.";
  if (server.user.empty() != server.password.empty()) {
    return "The mail server needs a user and a password, or neither.";
  }
  if (!server.user.empty() && server.security == Security::none) {
    return "A password is sent over TLS only. Use starttls or tls.";
  }
  return std::nullopt;
}

}  // namespace tradepost::mail
