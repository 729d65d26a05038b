#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "api/request/loop_context.hpp"
#include "app/serve/serve_options.hpp"
#include "http/server.hpp"

namespace tradepost::app {

// The public server, the server of metrics if the settings have a place for it, and a server for
// the clients in this process, which are simulated partners.
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
  // Returns the port of the server for this process, at 127.0.0.1. Any thread may call it while the
  // servers run.
  std::optional<std::uint16_t> own_port() const;
  base::Done reload_tls();
  bool answers_within(std::chrono::milliseconds time) { return public_->answers_within(time); }

  // Returns nullopt without TLS. Any thread may call it.
  std::optional<base::Instant> certificate_ends_at() const;
  // Appends the end of the certificate to the text of /metrics, also while the servers begin and
  // end.
  void append_lines(std::string& text) const;

 private:
  void note_certificate();
  base::Done start_own(const ServeOptions& options, const api::Services& services);

  std::atomic<std::int64_t> certificate_end_ms_ = 0;  // 0: without TLS
  std::unique_ptr<http::Server> own_;  // before the public one, whose requests begin its use
  std::unique_ptr<http::Server> public_;
  std::unique_ptr<http::Server> of_metrics_;
};

}  // namespace tradepost::app
