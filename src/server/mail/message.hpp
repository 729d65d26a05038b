#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "base/ids.hpp"

namespace tradepost::mail {

inline constexpr std::size_t header_text_bytes_max = 500;      // longer names and subjects are cut
inline constexpr std::size_t unsubscribe_url_bytes_max = 900;  // a line has at most 998
inline constexpr std::size_t mime_bytes_max = 256u << 10;

struct Mailbox {
  std::string name;  // may be empty
  std::string address;
};

// A message that a program has written for one recipient.
struct Message {
  base::Uuid id;  // of version 7; its Message-ID is made from it
  base::Instant date;
  Mailbox from;
  Mailbox to;
  std::optional<Mailbox> reply_to = {};
  std::string subject;
  std::string text;
  std::string html = {};             // the same for programs that show HTML; may be empty
  std::string unsubscribe_url = {};  // http or https; may be empty
};

// Returns the message in the form of RFC 5322 and MIME: ASCII in lines that end with CRLF. A text
// of the message never begins a header or ends one. It refuses a message with a faulty address or
// URL, and one that is too large.
base::Result<std::string> mime_text(const Message& message);

}  // namespace tradepost::mail
