#pragma once

#include <cstddef>

// Bounds of the references between documents.
namespace tradepost::base::limits {

// The references of one document by which others find it. A longer number is not noted.
inline constexpr std::size_t references_max = 1'000;
inline constexpr std::size_t reference_bytes_max = 64;
// The documents that are related to one, the numbers by which they are searched, and the bytes of
// their contents that are read for more numbers.
inline constexpr std::size_t related_max = 200;
inline constexpr std::size_t related_names_max = 400;
inline constexpr std::size_t related_content_bytes_max = 8u << 20;

}  // namespace tradepost::base::limits
