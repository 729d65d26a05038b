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

// The Date header of one loop, formatted once a second.
class DateText {
 public:
  explicit DateText(const base::Clock& clock) : clock_(clock) {}
  std::string_view now();

 private:
  const base::Clock& clock_;
  base::Instant second_ = base::Instant::min();
  std::string text_;
};

// The objects that the connections of a loop share. Outlives them.
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

// Serves the requests of one connection in sequence until it ends. A client can cause nothing worse
// than the end of its connection. `wire` is plain text or TLS on `socket`.
template <Stream Wire>
base::Task<void> serve_connection(Socket socket, Wire wire, std::string peer, ConnectionPlace place,
                                  const ConnectionSurroundings& surroundings);

// Sends a client the reason why it is not served, and ends the connection.
template <Stream Wire>
base::Task<void> refuse_connection(Socket socket, Wire wire, std::string peer, base::Error error,
                                   const ConnectionSurroundings& surroundings);

}  // namespace tradepost::http
