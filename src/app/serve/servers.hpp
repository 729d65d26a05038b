#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "api/request/loop_context.hpp"
#include "app/serve/serve_options.hpp"
#include "base/clock.hpp"
#include "http/server.hpp"

namespace tradepost::app {

// The public server, and the server of metrics if the settings have a place for it.
class Servers {
 public:
  // `services` must outlive the servers.
  base::Done start(const ServeOptions& options, const api::Services& services);
  // Answers the requests in progress at the public server.
  void stop();
  // Closes all connections. The server of metrics is last, so that it reports the end.
  void end();

  std::uint16_t port() const { return public_->port(); }
  std::optional<std::uint16_t> metrics_port() const;
  base::Done reload_tls() { return public_->reload_tls(); }
  std::optional<base::Instant> certificate_ends_at() const {
    return public_->certificate_ends_at();
  }
  bool answers_within(std::chrono::milliseconds time) { return public_->answers_within(time); }

 private:
  std::unique_ptr<http::Server> public_;
  std::unique_ptr<http::Server> of_metrics_;
};

}  // namespace tradepost::app
