#pragma once

#include <chrono>
#include <cstddef>

namespace tradepost::http {

// The time that a client may take. Requests and answers are divided into stretches, each with the
// bytes that the slowest rate makes in the given time, and each must pass within that time. So a
// large body may come over a slow line, but a client that drips or stalls is cut off
// (http/wire/pace.hpp).
struct Timeouts {
  std::chrono::milliseconds idle{75'000};     // between two requests
  std::chrono::milliseconds request{30'000};  // for a stretch of it, and for the TLS handshake
  // For a stretch of it, in addition to the time for the bytes in the kernel's buffer.
  std::chrono::milliseconds answer{30'000};
  std::chrono::milliseconds linger{2'000};  // to read the answer to a request that was cut off
  // Limits after a stop: for the rest of a started request, and to take answers.
  std::chrono::milliseconds rest_at_stop{1'000};
  std::chrono::milliseconds drain{30'000};
  std::size_t slowest_bytes_per_second = 4'096;
};

}  // namespace tradepost::http
