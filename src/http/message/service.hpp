#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "base/ground/error.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::http {

// What a request waits for; an answer ends it there.
using Waiting = base::Task<std::optional<Response>>;

struct Answered;

// One request, from when its head has been read until its answer has gone out or its client has
// gone away. What it holds meanwhile it gives back at its end. Each is asked at most once, in this
// order.
class Visit {
 public:
  virtual ~Visit() = default;

  // The answer of one that ends here, without its body being read.
  virtual std::optional<Response> refusal() { return std::nullopt; }
  virtual std::size_t body_bytes_max() const = 0;  // a larger body is 413
  // What it waits for before its body is read; nothing: it goes on at once.
  virtual std::optional<Waiting> before_body() { return std::nullopt; }
  // Likewise before the rest of a body is waited for: not asked where all of it came with the head.
  virtual std::optional<Waiting> before_rest(BodySize /*size*/) { return std::nullopt; }
  // The job to run, once, when the client sends no more or is gone during answer(); may be empty.
  // It may not end the connection. For answers that wait long.
  virtual base::Job client_left() { return {}; }
  // When its body is there. The request outlives the task.
  virtual base::Task<Response> answer(Request& request) = 0;
  // When the answer has gone out or its client has gone away, whichever answer it was.
  virtual void answered(const Answered& /*told*/) {}
};

// The outcome of one request. All its views live as long as the call that passes it.
struct Answered {
  enum class Delivery : std::uint8_t { whole, broken_off };

  const Request* request;  // nullptr where its head could not be read
  std::string_view peer;
  const Response& response;
  std::uint64_t body_bytes;           // that the system took to send
  std::chrono::nanoseconds duration;  // from the request's first byte to the answer's last
  Delivery delivery;
};

// What a server asks. One object serves one loop, and is called on that loop's thread alone.
class Service {
 public:
  virtual ~Service() = default;

  // When the head is there and the body is not: the rights, and the handler. Views into the request
  // stay until it is answered.
  virtual std::unique_ptr<Visit> admit(const Request& request) = 0;
  // How a refusal is worded: of a request that can't be read, in time or at all. `request`: nullptr
  // where its head could not be read; what has come of its body is of no use.
  virtual Response refuse(const base::Error& error, const Request* request) = 0;
  // The same as Visit::answered, of a request that was refused before its visit.
  virtual void answered(const Answered& /*told*/) {}
};

// Makes the service of one loop, on the thread that starts the server.
using MakeService = std::function<std::unique_ptr<Service>(base::Executor& loop)>;

}  // namespace tradepost::http
