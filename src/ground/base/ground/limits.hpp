#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

// Limits that several modules use; resource_limits.hpp and session_limits.hpp have more, and a
// module keeps a limit that only it uses. The compiler checks the relations between limits.
namespace tradepost::base::limits {

// Reading a document (contract 4.1 to 4.3).
inline constexpr std::size_t body_bytes_default = 10u << 20;
inline constexpr std::size_t body_bytes_max = 16u << 20;
inline constexpr std::uint32_t nesting_max = 64;
inline constexpr std::size_t faults_named_max = 1000;
inline constexpr std::size_t warnings_named_max = 100;
inline constexpr std::uint32_t text_length_default = 65535;
inline constexpr std::uint32_t number_digits_max = 40;
inline constexpr int number_exponent_max = 308;

// Writing JSON. An answer may wrap a document of the deepest nesting.
inline constexpr std::size_t json_written_depth_max = 2 * nesting_max;

// The log.
inline constexpr std::size_t log_value_bytes_max = 4096;

// The journal (docs/internals/journal.md).
inline constexpr std::size_t segment_bytes_first = 64u << 20;
inline constexpr std::size_t segment_bytes = 256u << 20;
// A frame has a batch and at most one more command. The largest commands are a document, and a bulk
// of reports whose texts are in the reports and in the cases that they open.
inline constexpr std::size_t batch_bytes_max = 4u << 20;
inline constexpr std::size_t frame_bytes_max = batch_bytes_max + 2 * body_bytes_default;
inline constexpr std::size_t tail_bytes = 96u << 20;
inline constexpr std::size_t large_content_bytes = 1u << 20;  // written in a separate batch
inline constexpr std::chrono::seconds large_wait_max{20};     // of a large document

// Up to this size, the loop that receives a body also reads it, which blocks its other requests.
inline constexpr std::size_t judged_at_once_bytes_max = 64u << 10;

// The time slices of threads that compete for a processor. Every request waits for the commit
// threads, so they precede the threads that read requests.
inline constexpr std::chrono::microseconds commit_step{100};
inline constexpr std::chrono::microseconds loop_step{1'000};

// The network (contract 4 to 8).
inline constexpr std::size_t versions_compared = 32;
inline constexpr std::uint32_t held_documents_max = 1'000;  // per direction and flow
inline constexpr std::uint64_t held_bytes_max = 100u << 20;
inline constexpr std::uint32_t page_items_max = 100;
inline constexpr std::uint64_t page_bytes_max = 8u << 20;
inline constexpr std::size_t reports_max = 1'000;  // of one bulk
inline constexpr std::size_t reason_length_max = 10'000;
inline constexpr std::size_t context_entries_max = 50;
inline constexpr std::size_t context_length_max = 1'000;
inline constexpr std::uint32_t case_comments_max = 1'000;
inline constexpr std::uint32_t rejections_a_minute_max = 60;
inline constexpr std::size_t rejection_content_bytes_max = 64u << 10;
inline constexpr std::uint64_t rejections_bytes_max = 16u << 20;  // of one sender and flow
inline constexpr std::size_t rejections_dropped_max = 64;         // for a new one
inline constexpr std::uint32_t keys_max_default = 1'000'000;
// Background work runs in slices. A slice has so many items, and the pause after it is so many
// times its duration.
inline constexpr std::uint32_t background_slice = 16;
inline constexpr int background_rests = 3;
inline constexpr std::uint32_t retention_looks = 1'000;  // entries read in a slice
inline constexpr std::uint32_t intent_looks = 200;       // the same; each reads the journal
inline constexpr std::uint32_t overdue_senders_max = 500;
inline constexpr std::uint32_t route_attempts_max = 8;
inline constexpr std::size_t requirements_max = 200;
inline constexpr std::size_t requirement_path_bytes_max = 500;
inline constexpr std::uint32_t requirement_sample_max = 1'000;
inline constexpr std::size_t profile_entries_max = 10'000;  // agents, internal numbers
inline constexpr std::size_t endpoints_max = 20;            // of one participant and flow
inline constexpr std::size_t endpoint_url_bytes_max = 2'000;
inline constexpr std::uint64_t numbers_left_few = 1'000;  // of a sender's ranges: a warning
inline constexpr std::size_t setting_bytes_max = 64u << 10;
inline constexpr int statistics_hours_max = 31 * 24;  // counted at once
inline constexpr int statistics_days_max = 400;

// Labels. GS1-128 holds 48 characters, the largest of GS1's symbols 7,089.
inline constexpr std::size_t element_string_bytes_max = 8u << 10;
inline constexpr std::size_t labels_max = 2'000;             // of one file
inline constexpr std::size_t label_warnings_named_max = 10;  // in a header
inline constexpr std::size_t label_text_bytes_max = 2u << 10;
inline constexpr std::size_t units_numbered_max = 10'000;  // of one document
inline constexpr std::size_t ssccs_looked_for = 1'000;     // of one document, in others
// Label files that are requested: the number in the queue, and the bytes of their content. Few
// labels of a small notice do not wait for large files.
inline constexpr std::size_t label_files_waiting_max = 1'000;
inline constexpr std::size_t label_files_waiting_bytes_max = 64u << 20;
inline constexpr std::size_t labels_quick_max = 25;
inline constexpr std::size_t labels_quick_bytes_max = 256u << 10;
// The links of a unit count as so many bytes of a page.
inline constexpr std::uint64_t transport_label_bytes = 512;

// HTTP. The bound of a head applies before parsing, the bound of a body before storing.
inline constexpr std::size_t head_bytes_max = 16u << 10;
inline constexpr std::size_t header_fields_max = 100;
inline constexpr std::size_t query_parameters_max = 64;
inline constexpr std::size_t chunk_line_bytes_max = 4u << 10;  // with extensions; also of trailers
inline constexpr std::size_t socket_read_bytes = 64u << 10;
inline constexpr std::size_t socket_write_pieces = 256;        // in one system call
inline constexpr std::size_t sent_at_once_bytes = 256u << 10;  // of one answer, before others run
inline constexpr int unsent_bytes_max = 256 << 10;             // of one answer, in the kernel
inline constexpr std::size_t received_at_once_bytes = 256u << 10;  // of one body, before others run
inline constexpr std::size_t tls_record_bytes = 16u << 10;         // the maximum of TLS
inline constexpr std::size_t tls_file_bytes_max = 1u << 20;
inline constexpr std::size_t discarded_body_bytes_max = 64u << 10;  // to keep a connection
inline constexpr std::size_t compressed_body_bytes_min = 1u << 10;
inline constexpr std::size_t compressed_body_bytes_max = 32u << 20;
inline constexpr std::size_t compressions_waiting_max = 64;         // of a server
inline constexpr std::size_t idle_connection_bytes_max = 1u << 10;  // kept between two requests
inline constexpr std::size_t requests_in_a_row_max = 32;  // of one connection, before others run
inline constexpr std::size_t accepted_in_a_row_max = 64;
inline constexpr std::chrono::microseconds round_step{100};  // of requests after the first
// Large transfers: a step pauses so many times its duration, and so uses a quarter of the time, if
// the loop has served another request within share_memory.
inline constexpr std::chrono::milliseconds share_memory{100};
inline constexpr int share_pauses = 3;
inline constexpr std::chrono::milliseconds deadline_check_every{100};
inline constexpr std::size_t connections_default = 20'000;
inline constexpr std::size_t connections_per_address_default = 1'000;
inline constexpr std::size_t listen_backlog = 4'096;

// The API (contract 4.9, 6.4, 6.5, 8.2).
inline constexpr std::uint32_t page_items_default = 25;
inline constexpr std::size_t bearer_token_bytes_max = 512;
inline constexpr std::size_t idempotency_key_bytes_max = 255;
inline constexpr std::size_t polls_per_token_max = 10;
inline constexpr std::chrono::seconds poll_wait_max{60};
inline constexpr std::chrono::seconds turn_wait_max{10};  // for earlier own requests
inline constexpr std::chrono::milliseconds refusal_pause{200};
inline constexpr std::chrono::seconds poll_token_check_every{2};
inline constexpr std::chrono::seconds answer_within{30};  // of a store
inline constexpr std::chrono::days signed_link_lives{30};
inline constexpr std::size_t request_id_bytes_max = 128;
inline constexpr std::chrono::seconds key_wait_max{5};
inline constexpr std::chrono::milliseconds key_wait_first{20};

// The bounds of a client (src/partner/client).
inline constexpr std::size_t client_answer_bytes_max = 64u << 20;
inline constexpr std::size_t client_header_bytes_max = 64u << 10;
inline constexpr std::chrono::seconds client_silence_max{60};
inline constexpr std::chrono::milliseconds client_pause_first{200};
inline constexpr std::chrono::seconds client_pause_max{10};
inline constexpr std::chrono::seconds client_retry_for_max{3'600};
inline constexpr std::chrono::seconds client_wait_max{86'400};  // for a first document, in all
inline constexpr std::size_t client_ids_max = 1'000'000;        // of one report command

// Calls to URLs that participants have registered.
inline constexpr std::chrono::seconds call_connect_within{5};
inline constexpr std::chrono::seconds call_answer_within{15};  // including the connection
inline constexpr std::size_t call_answer_bytes_max = 64u << 10;
inline constexpr std::size_t calls_kept_open_max = 64;
inline constexpr std::chrono::seconds call_out_of_reach_after{1};  // longer than a resolver takes

// Webhooks (contract 8.3).
inline constexpr std::uint32_t webhooks_called_max = 256;  // at a time
inline constexpr std::uint32_t webhooks_called_of_one_max = 8;
inline constexpr std::uint32_t webhook_tests_max = 64;
inline constexpr std::uint32_t webhook_tests_of_one_max = 4;
inline constexpr std::uint32_t webhook_events_in_a_go = 32;
inline constexpr std::chrono::seconds webhook_go_max{30};  // no call begins later
inline constexpr std::chrono::seconds webhook_lease{60};
inline constexpr std::size_t webhook_calls_shown_max = 20;  // the last ones of an endpoint
inline constexpr std::uint32_t webhook_events_counted_max = 1'000;
inline constexpr std::uint32_t feed_entries_in_a_look_max = 10'000;
// `tradepost webhook listen`.
inline constexpr std::size_t listened_call_bytes_max = 1u << 20;
inline constexpr std::chrono::minutes listened_call_off_max{5};  // its timestamp
inline constexpr std::size_t listener_connections_max = 32;

static_assert(client_answer_bytes_max > page_bytes_max + body_bytes_max);
static_assert(client_answer_bytes_max < (std::size_t{1} << 32), "places are kept in 32 bits");
static_assert(client_silence_max > answer_within + turn_wait_max);
static_assert(large_wait_max < answer_within,
              "a client receives the advice to retry before its deadline");
static_assert(page_items_default <= page_items_max);
static_assert(head_bytes_max <= 65'535, "places in a head are kept in 16 bits");
static_assert(head_bytes_max + chunk_line_bytes_max < socket_read_bytes);
static_assert(page_bytes_max + body_bytes_max <= compressed_body_bytes_max);
static_assert(socket_write_pieces <= 1'024, "what sendmsg takes");

static_assert(2 * rejection_content_bytes_max < rejections_bytes_max);
static_assert(rejections_dropped_max >= 2, "one that comes may need the place of two");

static_assert(webhook_go_max + call_answer_within < webhook_lease);
static_assert(webhooks_called_max >= 32 * webhooks_called_of_one_max &&
                  webhook_tests_max >= 16 * webhook_tests_of_one_max,
              "many participants whose endpoints all hang leave room for others");

static_assert(body_bytes_default <= body_bytes_max);
static_assert(batch_bytes_max + body_bytes_max + 64 * units_numbered_max <= frame_bytes_max,
              "each unit of a document takes less than 64 bytes");
static_assert(body_bytes_max <= segment_bytes_first / 4,
              "a document is at most a quarter of a segment");
static_assert(body_bytes_max < (std::size_t{1} << 32), "places in a body are kept in 32 bits");

}  // namespace tradepost::base::limits
