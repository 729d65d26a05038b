#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

// Bounds of browser sessions (contract 8.8).
namespace tradepost::base::limits {

inline constexpr std::chrono::hours session_lives{12};
inline constexpr std::chrono::minutes session_idle_max{60};
// The next request renews a cookie that is older.
inline constexpr std::chrono::minutes session_renewed_after{5};
inline constexpr std::size_t session_text_bytes_max = 256;
// A person who has entered the password may change people, tokens and secrets for this long.
inline constexpr std::chrono::minutes confirmation_holds{15};

static_assert(session_renewed_after < session_idle_max && session_idle_max < session_lives);

// The age at which a person wants a message about a document that was not collected.
inline constexpr std::uint8_t unread_hours_max = 168;

}  // namespace tradepost::base::limits
