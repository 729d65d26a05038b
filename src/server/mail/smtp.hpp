#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

#include "mail/server.hpp"

namespace tradepost::mail {

inline constexpr std::size_t answer_bytes_max = 500;

// A message on its way, as a mail server needs it.
struct Letter {
  std::string from;  // an address without a fault (mail/address.hpp)
  std::string to;    // the same
  std::string text;  // a result of mime_text()
  bool operator==(const Letter&) const = default;
};

enum class Delivery : std::uint8_t {
  delivered,  // the server is responsible for the message now
  rejected,   // the server will never accept this message
  later,      // the server accepts it later, or something else must be corrected first
  stopped,    // the caller stopped the attempt
};

// The step at which an attempt ended.
enum class Step : std::uint8_t {
  connecting,  // to the host, until its greeting
  encrypting,  // the TLS handshake and the certificate
  signing_in,  // with user and password
  sending,     // the addresses and the text
};

struct Outcome {
  Delivery delivery;
  // The last reply of the server as printable ASCII, or a sentence if there is none.
  std::string answer;
  Step step = Step::sending;
};

// Sends one message over a new connection, and blocks until the server has answered. It ends within
// about a second after a request to stop. If the connection breaks after the end of the message,
// the outcome is `later`, although the server may have accepted the message. A reply of 5xx to
// anything else than the message, such as the password, is `later`, too: it is not a fault of the
// message. `server` must not have a fault (fault_of).
Outcome send(const MailServer& server, const Letter& letter, const std::stop_token& stop);

// Connects, encrypts and signs in as send() does, and sends no message. The outcome is `delivered`
// if the server would take a message. `from` is an address without a fault.
Outcome try_server(const MailServer& server, std::string_view from);

}  // namespace tradepost::mail
