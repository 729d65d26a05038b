#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/forms/document_renderer.hpp"
#include "api/handlers/label_renderer.hpp"
#include "api/request/loop_context.hpp"
#include "api/request/meters.hpp"
#include "api/routes.hpp"
#include "app/background/backup_watch.hpp"
#include "app/background/mail_posting.hpp"
#include "app/background/simulated_partners.hpp"
#include "app/background/trace_posting.hpp"
#include "app/background/upkeep.hpp"
#include "app/background/webhook_posting.hpp"
#include "app/process/process_log.hpp"
#include "app/serve/operator_admission.hpp"
#include "app/serve/serve_options.hpp"
#include "app/serve/servers.hpp"
#include "app/serve/stored_exchange.hpp"
#include "credentials/hashing_pool.hpp"
#include "exchange/people/people_desk.hpp"
#include "exchange/trade/judging_pool.hpp"
#include "exchange/waiting/waiting.hpp"
#include "request_log/refused_files.hpp"
#include "request_log/request_log.hpp"

namespace tradepost::app {

// A running exchange: its store, upkeep and servers.
class Serving {
 public:
  // Begins to serve. Requests are answered when this returns. `watch` receives the progress of
  // reading the journal.
  static base::Result<std::unique_ptr<Serving>> begin(ServeOptions options,
                                                      std::optional<std::string> operator_token,
                                                      const store::embedded::Watch& watch);
  // Answers the requests in progress, and stores everything that was accepted.
  ~Serving();

  // Creates the store and its first operator, without a server. Returns nullopt and changes nothing
  // if there is an operator already.
  static base::Result<std::optional<FirstToken>> initialise(ServeOptions options,
                                                            const store::embedded::Watch& watch);

  std::uint16_t port() const { return servers_.port(); }
  std::optional<std::uint16_t> metrics_port() const { return servers_.metrics_port(); }
  // Has a value if this start has created the token.
  const std::optional<FirstToken>& first_token() const { return first_token_; }

  // If the files are refused, the old ones stay and the refusal is logged.
  void reload_tls();
  // Returns true if all threads that serve connections answer within the time.
  bool answers_within(std::chrono::milliseconds time) { return servers_.answers_within(time); }
  // From now on /readyz reports that the exchange is stopping, and a failure of the store no longer
  // ends the process; everything else continues.
  void announce_end() { is_stopping_ = true; }
  // Returns true if the store can write nothing any more. It has sent the process `failure_signal`.
  static const int failure_signal;
  bool has_failed() const { return failed_; }
  // Returns true if the index is damaged; the next begin() rebuilds it.
  bool can_be_mended() const { return stored_.can_be_mended(); }

 private:
  explicit Serving(ServeOptions options);

  // Calls `start` once more if the index was damaged: the second call rebuilds it.
  static base::Result<std::unique_ptr<Serving>> begin_by(
      ServeOptions options, const std::function<base::Done(Serving&)>& start);
  base::Done start(const std::optional<std::string>& operator_token,
                   const store::embedded::Watch& watch);
  base::Done share_out_files();
  base::Done open_store(const store::embedded::Watch& watch);
  void start_mail();
  void start_simulated();
  void start_request_log();
  void remove_request_log();
  void log_failure_of_requests(const base::Error& error);
  void keep_webhook_calls();
  std::string folder_of_requests() const { return options_.data + "/requests"; }
  OperatorAdmission operators() const;
  void add_lines(std::string& text) const;
  std::vector<exchange::Waiting> work_of_node() const;
  api::HealthFacts health() const;
  api::HealthFacts facts_of_node() const;
  void fail(const base::Error& error);
  const base::Log& log() const { return process_log_.log(); }

  // The records of the use of tokens and of requests.
  struct UseRecords {
    api::TokenUses tokens;
    std::optional<request_log::RequestLog> requests;   // nullopt: off
    std::unique_ptr<request_log::RefusedFiles> files;  // nullptr: off, or the disk failed
  };

  // The parts that call other systems.
  struct Outgoing {
    std::optional<TracePosting> traces;  // nullopt: off
    std::optional<webhooks::Caller> webhook_caller;
    std::unique_ptr<WebhookPosting> webhook_posting;
    std::unique_ptr<MailPosting> mail;                // nullptr: off
    std::unique_ptr<api::SignInProviders> providers;  // nullptr: none
    std::unique_ptr<SimulatedPartners> simulated;     // nullptr: off

    tracing::Tracer* tracer() { return traces ? &traces->tracer() : nullptr; }
  };

  ServeOptions options_;
  base::SystemClock clock_;
  const base::Instant began_ = clock_.now();
  ProcessLog process_log_;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> is_stopping_ = false;
  std::optional<FirstToken> first_token_;

  api::RequestLimits limits_;  // before the store, which has bodies with a share of the memory
  StoredExchange stored_{clock_};
  exchange::RejectionLimit rejections_;
  UseRecords uses_;
  api::Meters meters_{api::routes()};
  api::LabelRenderer labels_;
  api::DocumentRenderer forms_;
  exchange::JudgingPool large_bodies_;
  credentials::HashingPool hashing_;
  exchange::FailedSignIns failed_sign_ins_;
  Outgoing outgoing_;
  std::optional<api::Services> services_;
  std::unique_ptr<Upkeep> upkeep_;
  std::optional<BackupWatch> backup_watch_;
  Servers servers_;
};

}  // namespace tradepost::app
