// The server that bench/http_ping compares with nginx: GET /ping answers 204, GET /page answers a
// page of 25 pieces of 3,000 bytes, and POST /send reads a body. The argument is the number of
// loops. Prints its port, and ends when its standard input ends.
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ground/check.hpp"
#include "base/log.hpp"
#include "http/message/router.hpp"
#include "http/server.hpp"

namespace {

namespace base = tradepost::base;
namespace http = tradepost::http;

constexpr std::size_t piece_bytes = 3'000;
constexpr std::size_t pieces_a_page = 25;

base::Task<http::Response> answer_nothing(http::Request& /*request*/) {
  co_return http::Response(204);
}

base::Task<http::Response> answer_page(http::Request& /*request*/) {
  static const auto piece = std::make_shared<const std::string>(piece_bytes, 'x');
  http::Response page(200);
  page.header("Content-Type", "application/json");
  for (std::size_t i = 0; i < pieces_a_page; ++i) {
    page.body.append(i == 0 ? "{\"items\":[{\"content\":" : "},{\"content\":");
    page.body.append(*piece, piece);
  }
  page.body.append("}]}");
  co_return page;
}

constexpr auto routes = std::to_array<http::RoutePath>({
    {"GET", "/ping"},
    {"GET", "/page"},
    {"POST", "/send"},
});

class BenchVisit final : public http::RequestHandler {
 public:
  explicit BenchVisit(std::optional<std::size_t> route) : route_(route) {}

  std::optional<http::Response> refusal() override {
    return route_ ? std::nullopt : std::optional<http::Response>(404);
  }
  std::size_t body_bytes_max() const override { return 1 << 20; }
  base::Task<http::Response> answer(http::Request& request) override {
    return *route_ == 1 ? answer_page(request) : answer_nothing(request);
  }

 private:
  std::optional<std::size_t> route_;
};

class BenchService final : public http::Service {
 public:
  std::unique_ptr<http::RequestHandler> admit(const http::Request& request) override {
    const auto found = router_.find(request.method(), request.path());
    const auto* const row = std::get_if<http::Router::Found>(&found);
    return std::make_unique<BenchVisit>(row == nullptr ? std::nullopt : std::optional(row->row));
  }
  http::Response refuse(const base::Error& error, const http::Request* /*request*/) override {
    return http::Response(base::row_of(error.code()).http_status);
  }

 private:
  http::Router router_{routes};
};

}  // namespace

int main(int count, char** arguments) {
  std::size_t loops = 1;
  if (count > 1) {
    const std::string_view text(arguments[1]);
    CHECK(std::from_chars(text.data(), text.data() + text.size(), loops).ec == std::errc());
  }
  const base::SystemClock clock;
  base::StandardErrorSink sink;
  const base::Log log(clock, sink);
  const auto server = http::Server::start(
      {.loops = loops}, [](base::Executor& /*loop*/) { return std::make_unique<BenchService>(); },
      clock, log);
  CHECK(server.has_value());
  fmt::print("{}\n", (*server)->port());
  std::fflush(stdout);
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) > 0) continue;
}
