#pragma once

#include <cstddef>
#include <cstdint>

// Every bound of the project stands here, and the relations between bounds are checked when it is
// compiled.
namespace tradepost::base::limits {

// Reading a document (decisions 4.1 to 4.3).
inline constexpr std::size_t body_bytes_default = 10u << 20;
inline constexpr std::size_t body_bytes_max = 16u << 20;
inline constexpr std::uint32_t nesting_max = 64;
inline constexpr std::size_t faults_named_max = 1000;
inline constexpr std::size_t warnings_named_max = 100;
inline constexpr std::uint32_t text_length_default = 65535;
inline constexpr std::uint32_t number_digits_max = 40;
inline constexpr int number_exponent_max = 308;

// Writing JSON: an answer may wrap a document of the deepest nesting.
inline constexpr std::size_t json_written_depth_max = 2 * nesting_max;

// The log.
inline constexpr std::size_t log_value_bytes_max = 4096;

// The journal (stores.md 3).
inline constexpr std::size_t segment_bytes_first = 64u << 20;
inline constexpr std::size_t segment_bytes = 256u << 20;
inline constexpr std::size_t frame_bytes_max = (4u << 20) + body_bytes_max;
inline constexpr std::size_t tail_bytes = 96u << 20;

static_assert(body_bytes_default <= body_bytes_max);
static_assert(body_bytes_max <= segment_bytes_first / 4,
              "a document is at most a quarter of a segment");
static_assert(body_bytes_max < (std::size_t{1} << 32), "places in a body are kept in 32 bits");

}  // namespace tradepost::base::limits
