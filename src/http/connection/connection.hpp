#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ground/error.hpp"
#include "base/tasks/task.hpp"
#include "http/connection/connection_limits.hpp"
#include "http/connection/connections.hpp"
#include "http/connection/large_transfer_queue.hpp"
#include "http/connection/loop.hpp"
#include "http/connection/stream.hpp"
#include "http/message/compressors.hpp"
#include "http/message/service.hpp"
#include "http/wire/memory_budget.hpp"
#include "http/wire/timeouts.hpp"

namespace tradepost::http {

// The Date header, made once a second. One loop's.
class DateText {
 public:
  explicit DateText(const base::Clock& clock) : clock_(clock) {}
  std::string_view now();

 private:
  const base::Clock& clock_;
  base::Instant second_ = base::Instant::min();
  std::string text_;
};

// What the connections of a loop share. Outlives them.
struct ConnectionSurroundings {
  Loop& loop;
  Service& service;
  Connections& connections;
  LargeTransferQueue& bulk;
  DateText& date;
  Compressors& compressors;
  MemoryBudget& memory;
  const Timeouts& timeouts;
  std::span<char> read_buffer;  // holds bytes only until a connection waits
};

// Serves the requests of one connection, one after the other, until it ends. Nothing that a client
// does ends in more than the end of its connection. `wire` is on `socket`: plain or TLS.
template <Stream Wire>
base::Task<void> serve_connection(Socket socket, Wire wire, std::string peer, ConnectionPlace place,
                                  const ConnectionSurroundings& surroundings);

// Answers a client with the reason why it is not served, and ends.
template <Stream Wire>
base::Task<void> refuse_connection(Socket socket, Wire wire, std::string peer, base::Error error,
                                   const ConnectionSurroundings& surroundings);

}  // namespace tradepost::http
