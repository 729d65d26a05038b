#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tradepost::mail {

enum class Security : std::uint8_t {
  none,      // without encryption, for a server on this machine or in the same network
  starttls,  // the connection becomes TLS before any address or password is sent; port 587
  tls,       // the connection begins with TLS; port 465
};

// The server that accepts messages for all recipients. Its certificate is always checked.
struct MailServer {
  std::string host;
  std::uint16_t port = 587;
  Security security = Security::starttls;
  std::string user = {};  // empty: the server needs no password
  std::string password = {};
  std::string authorities_file = {};  // PEM; empty: the authorities of the machine
  // Limits of one message.
  std::chrono::seconds connect_within{10};
  std::chrono::seconds reply_within{60};  // each reply of the server
  std::chrono::seconds end_within{180};
};

// Returns a sentence if the settings contradict each other: a password needs TLS.
std::optional<std::string_view> fault_of(const MailServer& server);

}  // namespace tradepost::mail
