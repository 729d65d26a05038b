#include "app/agent/agent_metrics.hpp"

#include <utility>

#include "app/process/figures.hpp"
#include "base/ground/limits.hpp"
#include "base/tasks/task.hpp"
#include "http/message/service.hpp"

namespace tradepost::app {
namespace {

http::Response text_response(int status, std::string_view text) {
  http::Response response(status);
  response.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  response.body.append(text);
  return response;
}

class MetricsVisit final : public http::RequestHandler {
 public:
  MetricsVisit(const agent::Agent& agent, base::Instant began) : agent_(agent), began_(began) {}

  std::size_t body_bytes_max() const override { return 0; }
  base::Task<http::Response> answer(http::Request& request) override {
    const bool is_read = request.method() == "GET" || request.method() == "HEAD";
    if (!is_read) co_return text_response(405, "Only GET is answered.\n");
    if (request.path() == "/healthz") co_return text_response(200, "ok\n");
    if (request.path() != "/metrics")
      co_return text_response(404, "The paths are /metrics and /healthz.\n");
    std::string text = agent_.meters().exposition();
    append_process_lines(text, began_);
    co_return text_response(200, text);
  }

 private:
  const agent::Agent& agent_;
  const base::Instant began_;
};

class MetricsService final : public http::Service {
 public:
  MetricsService(const agent::Agent& agent, base::Instant began) : agent_(agent), began_(began) {}

  std::unique_ptr<http::RequestHandler> admit(const http::Request& /*request*/) override {
    return std::make_unique<MetricsVisit>(agent_, began_);
  }
  http::Response refuse(const base::Error& error, const http::Request* /*request*/) override {
    return text_response(base::row_of(error.code()).http_status, error.text().str() + "\n");
  }

 private:
  const agent::Agent& agent_;
  const base::Instant began_;
};

}  // namespace

base::Result<std::unique_ptr<http::Server>> serve_metrics(const MetricsPlace& place,
                                                          const agent::Agent& agent,
                                                          const base::Clock& clock,
                                                          const base::Log& log) {
  constexpr std::size_t connections_max = base::limits::metrics_connections_max;
  const base::Instant began = clock.now();
  return http::Server::start(
      {.address = place.address,
       .port = place.port,
       .loops = 1,
       .compressors = 1,
       .connections = {.in_all = connections_max, .per_address = connections_max},
       .name = "metrics"},
      [&agent, began](base::Executor& /*loop*/) {
        return std::make_unique<MetricsService>(agent, began);
      },
      clock, log);
}

}  // namespace tradepost::app
