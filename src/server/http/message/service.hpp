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

// A wait of a request. A response ends the request.
using Waiting = base::Task<std::optional<Response>>;

struct Answered;

// One request, from the end of its head until its answer is sent or its client has left. The
// destructor releases its resources. Each function is called at most once, in this order.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;

  // Returns the answer of a request that ends here, before its body is read.
  virtual std::optional<Response> refusal() { return std::nullopt; }
  virtual std::size_t body_bytes_max() const = 0;  // a larger body gets 413
  // Returns the wait before the body is read, or nullopt to continue at once.
  virtual std::optional<Waiting> before_body() { return std::nullopt; }
  // Returns the wait before the rest of a body. Not called if the body came with the head.
  virtual std::optional<Waiting> before_rest(BodySize /*size*/) { return std::nullopt; }
  // Returns a job, possibly empty, that runs once if the client stops sending or leaves during
  // answer(). The job must not end the connection. It serves answers that wait for long.
  virtual base::Job client_left() { return {}; }
  // Called when the body is complete. The request outlives the task.
  virtual base::Task<Response> answer(Request& request) = 0;
  // Called when the answer, whichever it was, has been sent or the client has left.
  virtual void answered(const Answered& /*outcome*/) {}
};

// The outcome of one request. All its views live as long as the call that passes it.
struct Answered {
  enum class Delivery : std::uint8_t { whole, broken_off };

  const Request* request;  // nullptr if its head could not be read
  std::string_view peer;
  const Response& response;
  std::uint64_t body_bytes;           // that the kernel accepted
  std::chrono::nanoseconds duration;  // from the request's first byte to the answer's last
  Delivery delivery;
};

// Answers the requests of one loop. A server calls it only on the thread of that loop.
class Service {
 public:
  virtual ~Service() = default;

  // Called when the head is complete, before the body. Checks the rights and selects the handler.
  // Views into the request stay valid until it is answered.
  virtual std::unique_ptr<RequestHandler> admit(const Request& request) = 0;
  // Returns the answer to a request that cannot be read at all or in time. `request` is nullptr if
  // its head could not be read. Its body is incomplete.
  virtual Response refuse(const base::Error& error, const Request* request) = 0;
  // Works like Visit::answered, for a request that was refused before its visit.
  virtual void answered(const Answered& /*outcome*/) {}
};

// Makes the service of one loop, on the thread that starts the server.
using MakeService = std::function<std::unique_ptr<Service>(base::Executor& loop)>;

}  // namespace tradepost::http
