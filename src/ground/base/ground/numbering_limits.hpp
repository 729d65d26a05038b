#pragma once

#include <cstddef>
#include <cstdint>

// Bounds of the ranges from which a participant numbers its documents.
namespace tradepost::base::limits {

inline constexpr std::size_t number_prefix_length_max = 20;
inline constexpr std::uint64_t document_number_max = 999'999'999'999;
inline constexpr std::size_t number_width_max = 12;  // digits of document_number_max
// The prefixes with which a participant numbers its documents of one kind, over the years.
inline constexpr std::size_t number_prefixes_max = 100;
// The numbers of sent documents that one request for a number passes over.
inline constexpr std::uint32_t used_numbers_max = 100;
// After a restore a range passes over so many numbers: they may have been given since the backup.
inline constexpr std::uint64_t numbers_after_restore = 1'000;
// Callers who ask for a number at the same time: each attempt has one winner.
inline constexpr std::uint32_t number_attempts_max = 64;

}  // namespace tradepost::base::limits
