#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/ground/limits.hpp"

// Bounds of the resources that a process has only once: memory, open files, the clock, the
// settings.
namespace tradepost::base::limits {

// Bodies and answers in transfer share this memory. Small ones are not counted.
inline constexpr std::size_t transfer_bytes_default = 512u << 20;
inline constexpr std::size_t transfer_bytes_min = 32u << 20;
inline constexpr std::size_t uncounted_bytes_max = 64u << 10;          // of a body
inline constexpr std::size_t uncounted_answer_bytes_max = 128u << 10;  // of its body
inline constexpr std::size_t counted_twice = 2;  // of a body: the stored part may be a copy
inline constexpr std::uint64_t short_page_bytes_max = 32u << 10;  // of content
inline constexpr std::size_t shares_waiting_max = 256;            // for memory, in the process
inline constexpr std::chrono::seconds share_wait_max{10};
// The requests of one participant at a time. Several active participants share requests_shared of
// them, each between the least and the most.
inline constexpr std::size_t requests_at_once_default = 64;
inline constexpr std::size_t requests_shared = 48;
inline constexpr std::size_t requests_beside_others_most = 16;
// On a database each request waits for the server, and they share its commits.
inline constexpr std::size_t requests_shared_on_database = 128;
inline constexpr std::size_t requests_beside_others_most_on_database = 32;
inline constexpr std::size_t requests_at_once_least = 2;
// A participant may have one large transfer for so many of its requests_at_once.
inline constexpr std::size_t requests_for_a_large_transfer = 4;
// A buffer for a larger body is released before the next body, so that a rare document does not
// hold memory permanently.
inline constexpr std::size_t usual_body_bytes = 256u << 10;

// The memory of the process in addition to transfers, the index's cache and the journal's tail.
inline constexpr std::size_t memory_of_process = 128u << 20;
// Address space that is reserved and mostly unused: the stacks of threads, and the heaps of the C
// library.
inline constexpr std::size_t address_space_of_process = 384u << 20;
inline constexpr std::size_t address_space_of_core = 384u << 20;

static_assert(uncounted_bytes_max >= discarded_body_bytes_max);
static_assert(transfer_bytes_min >= counted_twice * body_bytes_max, "one finds room in any case");
static_assert(transfer_bytes_min >= page_bytes_max + body_bytes_max);
static_assert(client_silence_max > answer_within + share_wait_max);

// Open files.
inline constexpr std::size_t connections_least = 64;  // with fewer the program does not start
inline constexpr std::size_t refused_at_once_max =
    32;  // answered with the reason, a loop, at a time
inline constexpr std::size_t metrics_connections_max = 100;  // to the separate listener
inline constexpr std::size_t open_files_of_process = 96;
inline constexpr std::size_t open_files_of_loop = 4;
inline constexpr std::size_t open_files_of_webhooks =
    webhooks_called_max + webhook_tests_max + calls_kept_open_max;
inline constexpr std::size_t segments_open_max = 256;
inline constexpr std::size_t segments_open_least = 32;
// An index with more files than it may open opens some of them repeatedly.
inline constexpr std::size_t index_files_least = 128;
inline constexpr std::size_t index_files_ample = 4'096;  // 256 GB of it
inline constexpr std::size_t index_files_spare = 64;     // during a compaction

// Traces. A queue of this length holds a second of a busy exchange whose requests are all sampled.
inline constexpr std::size_t spans_waiting_max = 2'048;
inline constexpr std::size_t spans_in_a_batch_max = 512;
inline constexpr std::size_t trace_causes_max = 10'000;
inline constexpr std::size_t trace_state_bytes_max = 512;
inline constexpr std::chrono::seconds trace_batch_every{1};
inline constexpr std::chrono::seconds trace_last_batches_within{3};
inline constexpr std::chrono::minutes trace_warning_every{1};
inline constexpr std::uint64_t traces_one_in_default = 100;
static_assert(spans_in_a_batch_max <= spans_waiting_max);

// Automatic time synchronisation sets a clock back by less (ntpd: 1,000 s); a wrong time zone is
// more.
inline constexpr std::chrono::minutes clock_ahead_max{20};
static_assert(webhook_lease < clock_ahead_max, "a lease does not look like a wrong clock");

// A settings file. Each dot of a key is a nested table; no setting has a dot.
inline constexpr std::size_t settings_file_bytes_max = 256u << 10;
inline constexpr std::size_t settings_file_dots_max = 64;

inline constexpr std::size_t addresses_counted_max = 65'536;  // of requests without a token

}  // namespace tradepost::base::limits
