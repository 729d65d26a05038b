#include "http/running_server.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <sstream>
#include <thread>
#include <utility>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"
#include "http/message/router.hpp"
#include "http/message/service.hpp"

namespace tradepost::http_tests {
namespace {

using base::Task;
using http::Request;
using http::Response;

constexpr std::size_t echo_bytes_max = 100'000;

const std::shared_ptr<const std::string>& piece() {
  static const auto bytes = std::make_shared<const std::string>(1'000, 'x');
  return bytes;
}

const std::shared_ptr<const std::string>& megabyte() {
  static const auto bytes = std::make_shared<const std::string>(1 << 20, 'y');
  return bytes;
}

Task<Response> ping(Request& /*request*/) {
  Response response(204);
  response.header("X-Request-Id", "ping-1");
  co_return response;
}

Task<Response> tell_request(Request& request) {
  Response response(200);
  std::ostringstream thread;
  thread << std::this_thread::get_id();
  response.body.append(request.path());
  for (const auto& [name, value] : request.target().parameters()) {
    response.body.append(fmt::format(" {}={}", name, value));
  }
  const auto* const scheme = request.scheme() == http::Scheme::https ? "https" : "http";
  response.body.append(fmt::format(" {} {} {}", scheme, request.peer(), thread.str()));
  co_return response;
}

Task<Response> pieces(Request& /*request*/) {
  Response response(200);
  for (int i = 0; i < 100; ++i) {
    response.body.append(fmt::format("{:03}", i));
    response.body.append(*piece(), piece());
  }
  co_return response;
}

int number_in(const std::string& text, int otherwise) {
  int number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string parameter(const Request& request, std::string_view name) {
  return std::string(request.target().parameter(name).value_or(""));
}

Task<Response> lines(Request& request) {
  Response response(number_in(parameter(request, "status"), 200));
  const std::string type = parameter(request, "type");
  if (!type.empty()) response.header("Content-Type", type);
  const std::string encoding = parameter(request, "encoding");
  if (!encoding.empty()) response.header("Content-Encoding", encoding);
  const int count = number_in(parameter(request, "count"), 1);
  for (int i = 0; i < count; ++i) response.body.append(fmt::format("line {}\n", i));
  co_return response;
}

Task<Response> large(Request& /*request*/) {
  Response response(200);
  for (int i = 0; i < 64; ++i) response.body.append(*megabyte(), megabyte());
  co_return response;
}

Task<Response> echo(Request& request) {
  Response response(200);
  auto body = std::make_shared<const std::string>(request.take_body());
  response.body.append(*body, body);
  co_return response;
}

Task<Response> held(Request& /*request*/, Gate& gate) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<int> opened(executor);
  gate.hold(opened.completer());
  const int given = co_await opened.wait();
  Response response(given);
  co_return response;
}

constexpr auto routes = std::to_array<http::RoutePath>({
    {"GET", "/ping"},
    {"GET", "/request"},
    {"GET", "/pieces"},
    {"GET", "/large"},
    {"GET", "/lines"},
    {"POST", "/echo"},
    {"POST", "/refused"},
    {"GET", "/held"},
});

// Includes the headers for browsers, because scanners request the root.
Response not_found() {
  Response response(404);
  response.header("Strict-Transport-Security", "max-age=31536000");
  response.header("X-Content-Type-Options", "nosniff");
  return response;
}

class TestVisit final : public http::RequestHandler {
 public:
  TestVisit(const http::Router::Found* row, Gate& gate, AnsweredRequests& answered_requests)
      : row_(row == nullptr ? std::nullopt : std::optional(row->row)),
        gate_(gate),
        answered_requests_(answered_requests) {}

  std::optional<Response> refusal() override {
    if (!row_) return not_found();
    return *row_ == 6 ? std::optional<Response>(403) : std::nullopt;
  }
  std::size_t body_bytes_max() const override { return echo_bytes_max; }
  Task<Response> answer(Request& request) override {
    switch (*row_) {
      case 0:
        return ping(request);
      case 1:
        return tell_request(request);
      case 2:
        return pieces(request);
      case 3:
        return large(request);
      case 4:
        return lines(request);
      case 5:
        return echo(request);
      default:
        return held(request, gate_);
    }
  }
  void answered(const http::Answered& answered_event) override {
    answered_requests_.add(answered_event);
  }

 private:
  const std::optional<std::size_t> row_;
  Gate& gate_;
  AnsweredRequests& answered_requests_;
};

class TestService final : public http::Service {
 public:
  TestService(Gate& gate, AnsweredRequests& answered_requests)
      : gate_(gate), answered_requests_(answered_requests), router_(routes) {}

  std::unique_ptr<http::RequestHandler> admit(const Request& request) override {
    const auto found = router_.find(request.method(), request.path());
    return std::make_unique<TestVisit>(std::get_if<http::Router::Found>(&found), gate_,
                                       answered_requests_);
  }

  Response refuse(const base::Error& error, const Request* request) override {
    Response response(base::row_of(error.code()).http_status);
    response.body.append(error.text().str());
    const auto id = request == nullptr ? std::nullopt : request->header("X-Request-Id");
    response.header("X-Request-Id", id.value_or("none"));
    return response;
  }

  void answered(const http::Answered& answered_event) override {
    answered_requests_.add(answered_event);
  }

 private:
  Gate& gate_;
  AnsweredRequests& answered_requests_;
  http::Router router_;
};

}  // namespace

void Gate::hold(base::Completer<int> completer) {
  {
    const std::lock_guard lock(mutex_);
    completers_.push_back(std::move(completer));
  }
  arrived_.release();
}

void Gate::wait_for(std::size_t handlers) {
  for (std::size_t i = 0; i < handlers; ++i) {
    CHECK(arrived_.try_acquire_for(std::chrono::seconds(60)));
  }
}

void Gate::open(std::size_t handlers) {
  wait_for(handlers);
  const std::lock_guard lock(mutex_);
  for (auto& completer : completers_) completer.fulfil(200);
  completers_.clear();
}

void AnsweredRequests::add(const http::Answered& answered) {
  const http::Request* const request = answered.request;
  const std::lock_guard lock(mutex_);
  all_.push_back({.method = request == nullptr ? "" : std::string(request->method()),
                  .path = request == nullptr ? "" : request->path(),
                  .peer = std::string(answered.peer),
                  .status = answered.response.status,
                  .request_id = std::string(answered.response.header("x-request-id").value_or("")),
                  .body_bytes = answered.body_bytes,
                  .duration = answered.duration,
                  .delivery = answered.delivery});
  added_.notify_all();
}

std::vector<AnsweredRequest> AnsweredRequests::take(std::size_t count) {
  std::unique_lock lock(mutex_);
  added_.wait_for(lock, std::chrono::seconds(10), [&] { return all_.size() >= count; });
  return std::exchange(all_, {});
}

std::size_t AnsweredRequests::count() {
  const std::lock_guard lock(mutex_);
  return all_.size();
}

RunningServer::RunningServer(http::Server::Options options)
    : server_(http::Server::start(
                  options,
                  [this](base::Executor& /*loop*/) {
                    return std::make_unique<TestService>(gate_, answered_requests_);
                  },
                  clock_, log_)
                  .value()) {}

}  // namespace tradepost::http_tests
