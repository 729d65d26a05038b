#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "mail/message.hpp"
#include "mail/smtp.hpp"

namespace tradepost::mail {

// A message of the spool, as its file keeps it.
struct Spooled {
  base::Instant made;
  base::Instant next_attempt;
  std::uint32_t attempts = 0;
  std::optional<base::Instant> rejected_at = {};
  std::string subject;
  std::string answer = {};  // of the last attempt
  Letter letter;            // without a text after the message was rejected

  bool operator==(const Spooled&) const = default;
};

inline constexpr std::size_t spooled_bytes_max = mime_bytes_max + 4096;

// The bytes of a file before they are sealed: a line with the format, a line with numbers (times in
// milliseconds since 1970, 0 if the message is not rejected), and the texts with their lengths:
//
//   tradepost mail 1
//   1709195415123 1709195475123 1 0
//   10:Invitation
//   19:451 4.2.0 Try again
//   21:post@exchange.example
//   23:anna@musterhaus.example
//   …
std::string bytes_of(const Spooled& spooled);
// Returns nullopt for any other bytes, and for addresses with a fault.
std::optional<Spooled> spooled_in(std::string_view bytes);

// Returns the time of the next attempt after `attempts` failed ones, the last one now: after
// 1 minute, 5 minutes, 15 minutes, 1 hour, 4 hours, then every 8 hours, and at last 3 days after
// `made`. Returns nullopt if that attempt has failed, too.
std::optional<base::Instant> next_attempt_after(std::uint32_t attempts, base::Instant made,
                                                base::Instant now);

// Returns true if an attempt is due. A time that no back-off explains comes from a clock that was
// ahead, so it is due at once.
bool is_due(base::Instant next_attempt, base::Instant now);

}  // namespace tradepost::mail
