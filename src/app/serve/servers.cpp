#include "app/serve/servers.hpp"

#include "api/api.hpp"
#include "api/handlers/health.hpp"
#include "base/clock.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/ground/simulated_limits.hpp"
#include "base/metrics.hpp"

namespace tradepost::app {

// The public server may have TLS with another name, or listen at another address. Requests here
// have the same access rules: each needs a token.
base::Done Servers::start_own(const ServeOptions& options, const api::Services& services) {
  if (!options.simulated_partners) return {};
  constexpr std::size_t connections_max = base::limits::simulated_connections_max;
  const http::Server::Options own_options{
      .address = "127.0.0.1",
      .port = 0,
      .loops = 1,
      .connections = {.in_all = connections_max, .per_address = connections_max},
      .timeouts = {},
      .tls = {},
      .memory = &services.limits.memory,
      .name = "own"};
  TRY_ASSIGN(own_, http::Server::start(
                       own_options,
                       [&services](base::Executor& loop) {
                         return std::make_unique<api::Api>(services, loop);
                       },
                       services.clock, services.log));
  return {};
}

base::Done Servers::start(const ServeOptions& options, const api::Services& services) {
  TRY(start_own(options, services));
  const http::Server::Options public_options{.address = options.listen.address,
                                             .port = options.listen.port,
                                             .loops = options.threads,
                                             .connections = options.connections,
                                             .timeouts = {},
                                             .tls = options.tls,
                                             .memory = &services.limits.memory,
                                             .name = "loop"};
  TRY_ASSIGN(public_, http::Server::start(
                          public_options,
                          [&services](base::Executor& loop) {
                            return std::make_unique<api::Api>(services, loop);
                          },
                          services.clock, services.log));
  note_certificate();
  if (!options.metrics_listen) return {};
  const http::Server::Options own_options{
      .address = options.metrics_listen->address,
      .port = options.metrics_listen->port,
      .loops = 1,
      .connections = {.in_all = base::limits::metrics_connections_max,
                      .per_address = base::limits::metrics_connections_max},
      .timeouts = {},
      .tls = {},
      .memory = &services.limits.memory,
      .name = "health"};
  TRY_ASSIGN(of_metrics_, http::Server::start(
                              own_options,
                              [&services](base::Executor& loop) {
                                return std::make_unique<api::Api>(services, loop,
                                                                  api::health_routes());
                              },
                              services.clock, services.log));
  return {};
}

void Servers::stop() {
  if (public_) public_->stop();
  if (own_) own_->stop();
}

void Servers::end() {
  public_.reset();
  own_.reset();
  of_metrics_.reset();
}

base::Done Servers::reload_tls() {
  const base::Done done = public_->reload_tls();
  note_certificate();
  return done;
}

void Servers::note_certificate() {
  const auto end = public_->certificate_ends_at();
  certificate_end_ms_ = end ? base::epoch_ms(*end) : 0;
}

std::optional<base::Instant> Servers::certificate_ends_at() const {
  const std::int64_t end_ms = certificate_end_ms_;
  if (end_ms == 0) return std::nullopt;
  return base::instant_of(end_ms);
}

void Servers::append_lines(std::string& text) const {
  const auto end = certificate_ends_at();
  if (!end) return;
  base::append_time(text, "tradepost_certificate_end_timestamp_seconds",
                    "The last time at which clients accept the certificate.", *end);
}

std::optional<std::uint16_t> Servers::own_port() const {
  return own_ ? std::optional(own_->port()) : std::nullopt;
}

std::optional<std::uint16_t> Servers::metrics_port() const {
  return of_metrics_ ? std::optional(of_metrics_->port()) : std::nullopt;
}

}  // namespace tradepost::app
