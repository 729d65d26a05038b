#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "base/error.hpp"
#include "base/executor.hpp"
#include "base/task.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

namespace tradepost::http {

// Answers one request, called once, when its body is there. The request outlives the task.
using Answering = std::move_only_function<base::Task<Response>(Request&)>;

// What a request waits for before its body is read; an answer ends it without.
using BeforeBody = std::move_only_function<base::Task<std::optional<Response>>()>;

// Likewise before the rest of a body is waited for: not asked where all of it came with the head.
using BeforeRest = std::move_only_function<base::Task<std::optional<Response>>(BodySize)>;

// Lives until the answer has gone out, or its client has gone away.
struct Accepted {
  std::size_t body_bytes_max;  // a larger body is 413
  Answering answer;
  BeforeBody before_body = {};  // may be empty
  BeforeRest before_rest = {};  // may be empty
  // Where it is there: called once, while `answer` goes on, when the client sends no more or is
  // gone. It may not end the connection. For answers that wait long.
  base::Job client_left = {};
};

// What became of one request. All that it shows lives as long as the call that tells it.
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

  // When the head is there and the body is not: who may, and what would answer. A Response here
  // ends the request without its body. Views into the request stay until it is answered.
  virtual std::variant<Accepted, Response> admit(const Request& request) = 0;
  // How a refusal is worded: of a request that can't be read, in time or at all. `request`: nullptr
  // where its head could not be read; what has come of its body is of no use.
  virtual Response refuse(const base::Error& error, const Request* request) = 0;
  // Once for every answer, also a refusal, when it has gone out or its client has gone away.
  virtual void answered(const Answered& /*told*/) {}
};

// Makes the service of one loop, on the thread that starts the server.
using MakeService = std::function<std::unique_ptr<Service>(base::Executor& loop)>;

}  // namespace tradepost::http
