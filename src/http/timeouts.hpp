#pragma once

#include <chrono>
#include <cstddef>

namespace tradepost::http {

// How long a client may take. A request and an answer are given a time for the whole of it and, on
// top, what their bytes take at the slowest rate allowed: so a large body may come over a slow
// line, and one that drips is ended all the same.
struct Timeouts {
  std::chrono::milliseconds idle{75'000};  // between two requests
  std::chrono::milliseconds request{
      30'000};                               // from its first byte to its last; and to agree on TLS
  std::chrono::milliseconds answer{30'000};  // to take it
  std::chrono::milliseconds linger{2'000};   // to read the answer to a request that was cut off
  // When the server stops: for the rest of a request that has begun, and to take answers.
  std::chrono::milliseconds rest_at_stop{1'000};
  std::chrono::milliseconds drain{30'000};
  std::size_t slowest_bytes_per_second = 4'096;
};

}  // namespace tradepost::http
