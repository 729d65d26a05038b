#include "app/serve/serving.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

#include "api/health/checks.hpp"
#include "app/console/version.hpp"
#include "app/folder/kept_backups.hpp"
#include "app/process/clock_state.hpp"
#include "app/process/figures.hpp"
#include "app/process/host_name.hpp"
#include "app/serve/memory_limit.hpp"
#include "app/serve/open_files.hpp"
#include "base/ground/resource_limits.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/people/managing.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;

// The end of the process does not wait for a store that is away: the token of a run expires.
constexpr std::chrono::milliseconds revoked_within{800};

// Returns one thread for two cores, so that the other cores serve small requests.
std::size_t threads_for_the_large() {
  return std::max(std::thread::hardware_concurrency() / 2, 1u);
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

base::Result<std::optional<FirstToken>> Serving::initialise(ServeOptions options,
                                                            const embedded::Watch& watch) {
  options.connections.in_all = 1;  // none is used
  options.mail.server.reset();     // another process may use the queue
  options.request_log.reset();     // the same
  const auto start = [&](Serving& serving) -> base::Done {
    TRY(serving.share_out_files());
    TRY(serving.open_store(watch));
    TRY_ASSIGN(serving.first_token_, serving.operators().admit_first());
    return {};
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
    serving->log().warning("transfer_bytes_lowered",
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
  if (!options_.request_log) remove_request_log();
  keep_webhook_calls();
  TRY_ASSIGN(first_token_, operators().admit(operator_token));
  TRY(servers_.start(options_, *services_));
  TRY_ASSIGN(outgoing_.webhook_posting,
             WebhookPosting::start(*services_, *outgoing_.webhook_caller));
  return {};
}

Serving::Serving(ServeOptions options)
    : options_(std::move(options)),
      process_log_(clock_, options_.log, options_.log_descriptor.value_or(STDERR_FILENO)),
      limits_(bounds_of(options_)),
      labels_(threads_for_the_large()),
      forms_(threads_for_the_large()),
      large_bodies_(threads_for_the_large(), options_.api.body_bytes_max),
      hashing_(threads_for_the_large(), credentials::usual_cost) {}

Serving::~Serving() {
  if (outgoing_.simulated) outgoing_.simulated->end_all();  // the exchange revokes their tokens
  is_stopping_ = true;
  servers_.stop();
  stored_.end_waits();  // after stop(): the answers then close their connections
  if (outgoing_.webhook_caller) outgoing_.webhook_caller->end();
  if (outgoing_.providers) outgoing_.providers->end();
  outgoing_.webhook_posting.reset();
  servers_.end();
  upkeep_.reset();
  services_.reset();
  outgoing_.simulated.reset();
  outgoing_.mail.reset();  // after everything that adds messages
  outgoing_.providers.reset();
  outgoing_.webhook_caller.reset();
  outgoing_.traces.reset();  // last, because it sends the spans of the others
}

base::Done Serving::share_out_files() {
  TRY_ASSIGN(const OpenFiles files, share_out(options_.open_files_max, options_));
  if (files.connections < options_.connections.in_all) {
    log().warning("connections_lowered", {{"connections", files.connections},
                                          {"set", options_.connections.in_all},
                                          {"open_files_max", options_.open_files_max}});
  }
  options_.connections.in_all = files.connections;
  options_.store.index.open_files_max = files.of_index;
  options_.store.journal.segments_open_max = files.of_journal;
  return {};
}

base::Done Serving::open_store(const embedded::Watch& watch) {
  TRY(stored_.open(options_, log(), [this](const base::Error& error) { fail(error); }, watch));
  KeptStore& kept = stored_.kept();
  base::SystemRandom random;
  TRY_ASSIGN(options_.api.cursor_key, kept.seal_key(random));
  if (!options_.traces.url.empty()) outgoing_.traces.emplace(options_.traces, clock_, log());
  outgoing_.webhook_caller.emplace(
      webhooks::Caller::Options{.seal_key = options_.api.cursor_key,
                                .authorities_file = options_.webhook_authorities_file,
                                .tracer = outgoing_.tracer(),
                                .log = options_.webhook_log},
      clock_);
  start_mail();
  if (options_.request_log) start_request_log();
  if (!options_.providers.empty()) {
    outgoing_.providers = std::make_unique<api::SignInProviders>(options_.providers, clock_);
  }
  if (options_.simulated_partners) start_simulated();
  services_.emplace(api::Services{.store = kept.store(),
                                  .drafts = kept.drafts(),
                                  .directory = stored_.directory(),
                                  .rejections = rejections_,
                                  .changes = stored_.changes(),
                                  .limits = limits_,
                                  .token_uses = uses_.tokens,
                                  .meters = meters_,
                                  .labels = labels_,
                                  .forms = forms_,
                                  .webhooks = *outgoing_.webhook_caller,
                                  .people = {.keys = kept.person_keys(),
                                             .hashing = hashing_,
                                             .failed_sign_ins = failed_sign_ins_,
                                             .store_format = [&kept] { return kept.format(); }},
                                  .clock = clock_,
                                  .clock_of_ids = stored_.rising_clock(),
                                  .log = log(),
                                  .settings = options_.api,
                                  .rules = options_.rules,
                                  .large_bodies = &large_bodies_,
                                  .is_stopping = is_stopping_,
                                  .has_failed = failed_,
                                  .directory_holds_for = kept.directory_holds_for(),
                                  .tracer = outgoing_.tracer(),
                                  .mail = outgoing_.mail ? &outgoing_.mail->services() : nullptr,
                                  .providers = outgoing_.providers.get(),
                                  .request_log = uses_.requests ? &*uses_.requests : nullptr,
                                  .simulated = outgoing_.simulated.get(),
                                  .node = {.name = fmt::format("{}:{}", host_name(), options_.data),
                                           .work = [this] { return work_of_node(); },
                                           .health = [this] { return health(); }}});
  if (!options_.backups.empty()) {
    std::optional<journal::Identity> network;
    if (!options_.database) {
      TRY_ASSIGN(network, identity_of(options_.data));
    }
    backup_watch_.emplace(options_.backups, network, log());
  }
  meters_.add_lines([this](std::string& text) { add_lines(text); });
  TRY_ASSIGN(upkeep_, Upkeep::start(*services_));
  TRY(upkeep_->run<base::Result<std::monostate>>(
      [](exchange::Desk& desk, exchange::Deadline deadline) {
        return desk.directory.catch_up(desk.store, deadline);
      }));
  TRY(upkeep_->run<base::Result<std::size_t>>([&kept](exchange::Desk& desk,
                                                      exchange::Deadline deadline) {
    return exchange::remove_keys_of_erased(desk.directory.current(), kept.person_keys(), deadline);
  }));
  return {};
}

void Serving::start_simulated() {
  outgoing_.simulated = std::make_unique<SimulatedPartners>(SimulatedPartners::Needs{
      .clock = clock_,
      .field_word = options_.api.field_word,
      .url = [this] { return fmt::format("http://127.0.0.1:{}", servers_.own_port().value_or(0)); },
      .revoke =
          [this](const api::SimulatedRun& run) {
            if (failed_) return;
            (void)upkeep_->run<base::Result<exchange::TokenAnswer>>(
                [&run](exchange::Desk& desk, exchange::Deadline deadline) {
                  const exchange::Deadline soon = base::SteadyTime::clock::now() + revoked_within;
                  return exchange::revoke_token(desk, run.by, run.token_id, exchange::Viewer{},
                                                std::min(soon, deadline));
                });
          }});
}

void Serving::start_mail() {
  if (!options_.mail.server) return;
  auto started = MailPosting::start(
      options_.mail,
      {.data = options_.data, .seal_key = options_.api.cursor_key, .clock = clock_, .log = log()});
  if (started) {
    outgoing_.mail = *std::move(started);
    return;
  }
  log().error("mail_off", {{"reason", started.error().text().str()},
                           {"detail", started.error().detail().str()}});
}

// Without files, requests are kept until the process ends.
void Serving::start_request_log() {
  request_log::RequestLog& requests = uses_.requests.emplace(clock_, *options_.request_log);
  auto files = request_log::RefusedFiles::open(folder_of_requests(), requests, clock_, log());
  if (files) {
    uses_.files = *std::move(files);
  } else {
    log_failure_of_requests(files.error());
  }
}

// Removes the requests that were kept before the log was turned off.
void Serving::remove_request_log() {
  const auto removed = request_log::RefusedFiles::remove_all(folder_of_requests());
  if (!removed) log_failure_of_requests(removed.error());
}

void Serving::log_failure_of_requests(const base::Error& error) {
  log().error("request_log_failed",
              {{"reason", error.text().str()}, {"detail", error.detail().str()}});
}

// Without the file, calls are kept until the process ends.
void Serving::keep_webhook_calls() {
  const auto kept =
      outgoing_.webhook_caller->keep_calls_in(options_.data + "/webhook-calls", log());
  if (kept) return;
  log().error("webhook_log_failed",
              {{"reason", kept.error().text().str()}, {"detail", kept.error().detail().str()}});
}

OperatorAdmission Serving::operators() const {
  return {options_, *upkeep_, services_->directory, log()};
}

void Serving::reload_tls() {
  const auto done = servers_.reload_tls();
  if (done) {
    log().info("tls_reloaded");
  } else {
    log().error("tls_not_reloaded",
                {{"reason", done.error().text().str()}, {"detail", done.error().detail().str()}});
  }
}

void Serving::add_lines(std::string& text) const {
  stored_.append_lines(text);
  append_lines_of(limits_, text);
  base::append_counter(text, "tradepost_label_files_total", "Label files that were created.",
                       labels_.made());
  base::append_counter(text, "tradepost_label_files_refused_total",
                       "Label files that were refused because too many were waiting.",
                       labels_.refused());
  base::append_counter(text, "tradepost_document_files_total",
                       "Documents that were made into PDF files or pages.", forms_.made());
  base::append_counter(text, "tradepost_document_files_refused_total",
                       "PDF files and pages that were refused because too many were waiting.",
                       forms_.refused());
  if (uses_.requests) {
    base::append_gauge(text, "tradepost_request_log_bytes",
                       "Memory of the requests that participants can look at.",
                       static_cast<double>(uses_.requests->bytes_in_use()));
  }
  outgoing_.webhook_caller->append_lines(text);
  if (outgoing_.traces) outgoing_.traces->append_lines(text);
  if (outgoing_.mail) outgoing_.mail->append_lines(text);
  servers_.append_lines(text);
  if (backup_watch_) backup_watch_->append_line(text);
  append_process_lines(text, began_);
}

std::vector<exchange::Waiting> Serving::work_of_node() const {
  std::vector<exchange::Waiting> work;
  for (const exchange::Subject about : api::work_of(facts_of_node(), clock_.now()))
    work.push_back({.about = about, .name = services_->node.name});
  return work;
}

api::HealthFacts Serving::health() const {
  api::HealthFacts facts = facts_of_node();
  facts.clock.has_jumped = upkeep_->has_clock_jumped();
  return facts;
}

// Upkeep calls this while it starts.
api::HealthFacts Serving::facts_of_node() const {
  api::HealthFacts facts{.version = std::string(version),
                         .started_at = began_,
                         .has_failed = failed_,
                         .certificate_ends_at = servers_.certificate_ends_at(),
                         .clock = {.is_synchronised = is_clock_synchronised()}};
  stored_.add_facts(facts);
  if (backup_watch_) facts.backup = backup_watch_->facts();
  facts.mail.is_on = options_.mail.server.has_value();
  if (outgoing_.mail) {
    const mail::SpoolFigures figures = outgoing_.mail->figures();
    facts.mail.queue = {.waiting = figures.waiting, .oldest = figures.oldest};
  }
  const auto failing = outgoing_.webhook_caller->failing();
  facts.webhooks = {.waiting = failing.count, .oldest = failing.oldest};
  facts.loses_requests = options_.request_log && uses_.files == nullptr;
  return facts;
}

void Serving::fail(const base::Error& error) {
  if (error.code() == base::ErrorCode::conflict) {
    log().info("network_left", {{"reason", error.text().str()}});
  } else {
    log().error("store_failed", {{"reason", error.text().str()}, {"detail", error.detail().str()}});
  }
  failed_ = true;
  ::kill(::getpid(), failure_signal);
}

}  // namespace tradepost::app
