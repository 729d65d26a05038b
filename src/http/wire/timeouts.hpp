#pragma once

#include <chrono>
#include <cstddef>

namespace tradepost::http {

// How long a client may take. Of a request, and of an answer, each stretch of bytes that the
// slowest rate makes in the time given has to come within that time: so a large body may come over
// a slow line, and one that drips, or falls silent, is ended (http/wire/pace.hpp).
struct Timeouts {
  std::chrono::milliseconds idle{75'000};     // between two requests
  std::chrono::milliseconds request{30'000};  // for a stretch of it; and to agree on TLS
  // To take a stretch of it, beyond what the system holds of it unsent meanwhile.
  std::chrono::milliseconds answer{30'000};
  std::chrono::milliseconds linger{2'000};  // to read the answer to a request that was cut off
  // When the server stops: for the rest of a request that has begun, and to take answers.
  std::chrono::milliseconds rest_at_stop{1'000};
  std::chrono::milliseconds drain{30'000};
  std::size_t slowest_bytes_per_second = 4'096;
};

}  // namespace tradepost::http
