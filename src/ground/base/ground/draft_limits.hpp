#pragma once

#include <chrono>
#include <cstddef>

// Bounds of the drafts of documents that the exchange keeps for people.
namespace tradepost::base::limits {

inline constexpr std::size_t drafts_max = 200;  // of a participant in a flow
inline constexpr std::size_t draft_bytes_max = 1u << 20;
inline constexpr std::size_t draft_name_length_max = 200;
inline constexpr std::size_t draft_partner_length_max = 200;
// A draft is removed this long after its last change.
inline constexpr std::chrono::days draft_kept_for{90};
// The drafts that one step of the clean-up removes.
inline constexpr std::size_t drafts_removed_max = 100;

}  // namespace tradepost::base::limits
