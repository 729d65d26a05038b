#include "app/serve/serving.hpp"

#include <signal.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

#include "api/api.hpp"
#include "api/handlers/health.hpp"
#include "app/process/figures.hpp"
#include "app/serve/memory_limit.hpp"
#include "app/serve/open_files.hpp"
#include "app/serve/secrets.hpp"
#include "base/ground/resource_limits.hpp"
#include "journal/disk/posix_folder.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;

constexpr std::string_view configured_operator = "of the configuration";
constexpr std::string_view first_operator = "first";

// Returns one thread for two cores, so that the other cores serve small requests.
std::size_t threads_for_the_large() {
  return std::max(std::thread::hardware_concurrency() / 2, 1u);
}

base::Error error_of(const exchange::Refused& refused) {
  return base::Error(base::ErrorCode::invalid, base::CallerText(refused.faults.front().message));
}

base::Error error_of_busy() {
  return base::Error(base::ErrorCode::unavailable,
                     base::CallerText("Another node is changing the operators. Try again."));
}

void append_lines_of(const api::RequestLimits& limits, std::string& text) {
  base::append_counter(text, "tradepost_requests_refused_rate_total",
                       "Requests refused because their token exceeded its rate.",
                       limits.rates.refused());
  base::append_counter(
      text, "tradepost_requests_refused_address_total",
      "Requests without a valid token refused because their address exceeded its rate.",
      limits.rates_without_token.refused());
  base::append_counter(text, "tradepost_requests_waited_total",
                       "Requests that waited for other requests of their participant.",
                       limits.waited());
  base::append_counter(
      text, "tradepost_requests_refused_turn_total",
      "Requests refused because they waited too long for other requests of their participant.",
      limits.refused());
  base::append_gauge(text, "tradepost_transfer_bytes",
                     "Memory that large bodies and answers in progress use.",
                     static_cast<double>(limits.memory.bytes_in_use()));
  base::append_gauge(text, "tradepost_transfer_bytes_max",
                     "Limit of the memory for large bodies and answers in progress.",
                     static_cast<double>(limits.memory.bytes_max()));
  base::append_counter(text, "tradepost_transfers_waited_total",
                       "Large bodies and answers that waited for memory.", limits.memory.waited());
  base::append_counter(
      text, "tradepost_transfers_refused_total",
      "Large bodies and answers that got no memory in time, or found too many others waiting.",
      limits.memory.refused());
}

}  // namespace

const int Serving::failure_signal = SIGUSR1;

base::Result<std::unique_ptr<Serving>> Serving::begin(ServeOptions options,
                                                      std::optional<std::string> operator_token,
                                                      const embedded::Watch& watch) {
  return begin_by(std::move(options),
                  [&](Serving& serving) { return serving.start(operator_token, watch); });
}

base::Result<std::optional<Serving::FirstToken>> Serving::initialise(ServeOptions options,
                                                                     const embedded::Watch& watch) {
  options.connections.in_all = 1;  // none is used
  const auto start = [&](Serving& serving) -> base::Done {
    TRY(serving.share_out_files());
    TRY(serving.open_store(watch));
    return serving.admit_first_operator();
  };
  TRY_ASSIGN(const auto serving, begin_by(std::move(options), start));
  return serving->first_token_;
}

base::Result<std::unique_ptr<Serving>> Serving::begin_by(
    ServeOptions options, const std::function<base::Done(Serving&)>& start) {
  const std::uint64_t set = options.transfer_bytes;
  TRY_ASSIGN(options.transfer_bytes, transfer_bytes_within(memory_limit(), options));
  std::unique_ptr<Serving> serving(new Serving(options));
  if (options.transfer_bytes < set) {
    serving->log_.warning("transfer_bytes_lowered",
                          {{"transfer_bytes", options.transfer_bytes}, {"set", set}});
  }
  base::Done started = start(*serving);
  if (!started && serving->can_be_mended()) {
    serving.reset();
    serving.reset(new Serving(std::move(options)));
    started = start(*serving);
  }
  TRY(started);
  return serving;
}

base::Done Serving::start(const std::optional<std::string>& operator_token,
                          const embedded::Watch& watch) {
  TRY(share_out_files());
  TRY(open_store(watch));
  TRY(admit_operator(operator_token));
  TRY(start_servers());
  TRY_ASSIGN(webhook_posting_, WebhookPosting::start(*services_, *webhook_caller_));
  return {};
}

bool Serving::can_be_mended() const {
  return kept_ && kept_->can_be_mended();
}

api::ConcurrencyLimit::Shares shares_of(const ServeOptions& options) {
  namespace limits = base::limits;
  if (options.database) {
    return {.in_all = limits::requests_shared_on_database,
            .most = limits::requests_beside_others_most_on_database};
  }
  return {.in_all = limits::requests_shared, .most = limits::requests_beside_others_most};
}

api::RequestLimits::Bounds bounds_of(const ServeOptions& options) {
  return {.rate = options.api.rate,
          .rate_without_token = options.api.rate_without_token,
          .requests_at_once = options.api.requests_at_once,
          .executing = shares_of(options),
          .transfer_bytes = options.transfer_bytes};
}

// The number exceeds all numbers of earlier processes: none counts a change per microsecond.
exchange::Changes::Number first_number_of_changes(base::Instant now) {
  return static_cast<exchange::Changes::Number>(base::epoch_ms(now)) * 1'000;
}

Serving::Serving(ServeOptions options)
    : options_(std::move(options)),
      log_(clock_, log_lines_, options_.log_level),
      limits_(bounds_of(options_)),
      changes_(first_number_of_changes(clock_.now())),
      labels_(threads_for_the_large()),
      large_bodies_(threads_for_the_large(), options_.api.body_bytes_max) {}

Serving::~Serving() {
  is_stopping_ = true;
  if (server_) server_->stop();
  if (kept_) kept_->store().end_waits();  // after stop(): the answers then close their connections
  changes_.end_waits();
  if (webhook_caller_) webhook_caller_->end();
  webhook_posting_.reset();
  server_.reset();
  metrics_server_.reset();  // last, so that it reports the end
  upkeep_.reset();
}

base::Done Serving::share_out_files() {
  TRY_ASSIGN(const OpenFiles files, share_out(options_.open_files_max, options_));
  if (files.connections < options_.connections.in_all) {
    log_.warning("connections_lowered", {{"connections", files.connections},
                                         {"set", options_.connections.in_all},
                                         {"open_files_max", options_.open_files_max}});
  }
  options_.connections.in_all = files.connections;
  options_.store.index.open_files_max = files.of_index;
  options_.store.journal.segments_open_max = files.of_journal;
  return {};
}

base::Done Serving::open_store(const embedded::Watch& watch) {
  const StoreGround ground{.clock = rising_clock_,
                           .random = store_random_,
                           .log = log_,
                           .changes = changes_,
                           .on_failure = [this](const base::Error& error) { fail(error); },
                           .watch = watch};
  TRY_ASSIGN(kept_,
             options_.database ? open_database(options_, ground) : open_folder(options_, ground));
  TRY_ASSIGN(options_.api.cursor_key, kept_->seal_key(random_));
  rising_clock_.rise_above(kept_->about_now());
  webhook_caller_.emplace(
      webhooks::Caller::Options{.seal_key = options_.api.cursor_key,
                                .authorities_file = options_.webhook_authorities_file},
      clock_);
  services_.emplace(api::Services{.store = kept_->store(),
                                  .directory = directory_,
                                  .rejections = rejections_,
                                  .changes = changes_,
                                  .limits = limits_,
                                  .token_uses = token_uses_,
                                  .meters = meters_,
                                  .labels = labels_,
                                  .webhooks = *webhook_caller_,
                                  .clock = clock_,
                                  .clock_of_ids = rising_clock_,
                                  .log = log_,
                                  .settings = options_.api,
                                  .rules = options_.rules,
                                  .large_bodies = &large_bodies_,
                                  .is_stopping = is_stopping_,
                                  .has_failed = failed_,
                                  .directory_holds_for = kept_->directory_holds_for()});
  meters_.add_lines([this](std::string& text) { add_lines(text); });
  TRY_ASSIGN(upkeep_, Upkeep::start(*services_));
  TRY(upkeep_->run<base::Result<std::monostate>>(
      [](exchange::Desk& desk, exchange::Deadline deadline) {
        return desk.directory.catch_up(desk.store, deadline);
      }));
  return {};
}

// Admits the operator whose token the start names. Without a token, admits a first operator.
base::Done Serving::admit_operator(std::optional<std::string> token) {
  if (!token && options_.operator_token_file) {
    TRY_ASSIGN(token, read_secret(*options_.operator_token_file));
  }
  if (token) {
    const exchange::OperatorRequest request{.name = std::string(configured_operator),
                                            .hash = base::sha256(*token)};
    TRY(kept_operator([&](exchange::Desk& desk, exchange::Deadline deadline) {
      return exchange::keep_operator(desk, request, deadline);
    }));
    return {};
  }
  return admit_first_operator();
}

base::Done Serving::admit_first_operator() {
  if (!exchange::operators_of(*directory_.current()).empty()) return {};
  const std::string file = options_.data + "/operator-token";
  const std::string made = new_operator_token(random_);
  // Written before it is valid: a start that ends in between makes another token.
  TRY(journal::open_posix_folder(options_.data, journal::Missing::make));
  TRY(write_secret(file, made));
  const exchange::OperatorRequest request{.name = std::string(first_operator),
                                          .hash = base::sha256(made)};
  const auto kept = kept_operator([&](exchange::Desk& desk, exchange::Deadline deadline) {
    return exchange::add_first_operator(desk, request, deadline);
  });
  if (kept) {
    first_token_ = {.token = made, .file = file};
    return {};
  }
  if (exchange::operators_of(*directory_.current()).empty()) return kept;
  // Another node was first, so this token belongs to no operator.
  log_.info("operator_exists", {{"reason", "another node created the first operator"}});
  return remove_secret(file);
}

base::Done Serving::kept_operator(const KeepOperator& keep) {
  // Each node changes this setting once, when it begins.
  constexpr int tries_max = 10;
  for (int i = 0; i < tries_max; ++i) {
    TRY_ASSIGN(const exchange::OperatorAnswer answer,
               upkeep_->run<base::Result<exchange::OperatorAnswer>>(keep));
    if (std::holds_alternative<exchange::Operator>(answer)) return {};
    if (const auto* const refused = std::get_if<exchange::Refused>(&answer))
      return base::refuse(error_of(*refused));
  }
  return base::refuse(error_of_busy());
}

base::Done Serving::start_servers() {
  const http::Server::Options public_options{.address = options_.listen.address,
                                             .port = options_.listen.port,
                                             .loops = options_.threads,
                                             .connections = options_.connections,
                                             .timeouts = {},
                                             .tls = options_.tls,
                                             .memory = &limits_.memory,
                                             .name = "loop"};
  TRY_ASSIGN(server_, http::Server::start(
                          public_options,
                          [this](base::Executor& loop) {
                            return std::make_unique<api::Api>(*services_, loop);
                          },
                          clock_, log_));
  if (!options_.metrics_listen) return {};
  const http::Server::Options own_options{
      .address = options_.metrics_listen->address,
      .port = options_.metrics_listen->port,
      .loops = 1,
      .connections = {.in_all = base::limits::metrics_connections_max,
                      .per_address = base::limits::metrics_connections_max},
      .timeouts = {},
      .tls = {},
      .memory = &limits_.memory,
      .name = "health"};
  TRY_ASSIGN(metrics_server_, http::Server::start(
                                  own_options,
                                  [this](base::Executor& loop) {
                                    return std::make_unique<api::Api>(*services_, loop,
                                                                      api::health_routes());
                                  },
                                  clock_, log_));
  return {};
}

std::optional<std::uint16_t> Serving::metrics_port() const {
  return metrics_server_ ? std::optional(metrics_server_->port()) : std::nullopt;
}

void Serving::reload_tls() {
  const auto done = server_->reload_tls();
  if (done) {
    log_.info("tls_reloaded");
  } else {
    log_.error("tls_not_reloaded",
               {{"reason", done.error().text().str()}, {"detail", done.error().detail().str()}});
  }
}

void Serving::add_lines(std::string& text) const {
  kept_->append_lines(text, clock_.now());
  if (kept_->directory_holds_for()) {
    const std::chrono::duration<double> age =
        std::chrono::steady_clock::now() - directory_.read_at();
    base::append_gauge(text, "tradepost_directory_age_seconds",
                       "How long ago the database answered what changed in the directory.",
                       age.count());
  }
  append_lines_of(limits_, text);
  base::append_counter(text, "tradepost_label_files_total", "Label files that were created.",
                       labels_.made());
  base::append_counter(text, "tradepost_label_files_refused_total",
                       "Label files that were refused because too many were waiting.",
                       labels_.refused());
  webhook_caller_->append_lines(text);
  append_process_lines(text, began_);
}

void Serving::fail(const base::Error& error) {
  if (error.code() == base::ErrorCode::conflict) {
    log_.info("network_left", {{"reason", error.text().str()}});
  } else {
    log_.error("store_failed", {{"reason", error.text().str()}, {"detail", error.detail().str()}});
  }
  failed_ = true;
  ::kill(::getpid(), failure_signal);
}

}  // namespace tradepost::app
