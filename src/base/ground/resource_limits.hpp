#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/ground/limits.hpp"

// Bounds of what a process has but once: memory, open files, a clock, settings.
namespace tradepost::base::limits {

// Bodies and answers under way share a memory. A small one is not counted.
inline constexpr std::size_t transfer_bytes_default = 512u << 20;
inline constexpr std::size_t transfer_bytes_min = 32u << 20;
inline constexpr std::size_t uncounted_bytes_max = 64u << 10;          // of a body
inline constexpr std::size_t uncounted_answer_bytes_max = 128u << 10;  // with all that is in it
inline constexpr std::size_t counted_twice = 2;  // a body: the kept part may be a copy
inline constexpr std::uint64_t short_page_bytes_max = 32u << 10;  // of content
inline constexpr std::size_t shares_waiting_max = 256;            // for memory, of all there are
inline constexpr std::chrono::seconds share_wait_max{10};
// Of one participant. Where several trade they share so many, between the most and the least ones.
inline constexpr std::size_t requests_at_once_default = 64;
inline constexpr std::size_t requests_shared = 48;
inline constexpr std::size_t requests_beside_others_most = 16;
// Each waits for a server there, and they share its commits.
inline constexpr std::size_t requests_shared_on_database = 128;
inline constexpr std::size_t requests_beside_others_most_on_database = 32;
inline constexpr std::size_t requests_at_once_least = 2;
// So many requests_at_once of a participant let one large transfer be under way.
inline constexpr std::size_t requests_for_a_large_transfer = 4;
// A buffer for a larger body is released before the next body: a rare document must not hold memory
// permanently.
inline constexpr std::size_t usual_body_bytes = 256u << 10;

// Beside these, the index's cache and the journal's tail.
inline constexpr std::size_t memory_of_process = 128u << 20;
// Reserved, and mostly never touched: stacks of threads, and the C library's heaps.
inline constexpr std::size_t address_space_of_process = 384u << 20;
inline constexpr std::size_t address_space_of_core = 384u << 20;

static_assert(uncounted_bytes_max >= discarded_body_bytes_max);
static_assert(transfer_bytes_min >= counted_twice * body_bytes_max, "one finds room in any case");
static_assert(transfer_bytes_min >= page_bytes_max + body_bytes_max);
static_assert(client_silence_max > answer_within + share_wait_max);

// Files that are open.
inline constexpr std::size_t connections_least = 64;  // else there is no start
inline constexpr std::size_t refused_at_once_max =
    32;  // answered with the reason, a loop, at a time
inline constexpr std::size_t metrics_connections_max = 100;  // to the listener of its own
inline constexpr std::size_t open_files_of_process = 96;
inline constexpr std::size_t open_files_of_loop = 4;
inline constexpr std::size_t open_files_of_webhooks =
    webhooks_called_max + webhook_tests_max + calls_kept_open_max;
inline constexpr std::size_t segments_open_max = 256;
inline constexpr std::size_t segments_open_least = 32;
// An index of more files than it may have open opens some anew.
inline constexpr std::size_t index_files_least = 128;
inline constexpr std::size_t index_files_ample = 4'096;  // 256 GB of it
inline constexpr std::size_t index_files_spare = 64;     // while some are made of others

// So far a clock is set back without a hand (ntpd: 1,000 s); a wrong zone makes more.
inline constexpr std::chrono::minutes clock_ahead_max{20};
static_assert(webhook_lease < clock_ahead_max, "a lease is no sign of a wrong clock");

// A file of settings. Each dot of a key is a table in a table; no setting has one.
inline constexpr std::size_t settings_file_bytes_max = 256u << 10;
inline constexpr std::size_t settings_file_dots_max = 64;

inline constexpr std::size_t addresses_counted_max = 65'536;  // that ask without a token

}  // namespace tradepost::base::limits
