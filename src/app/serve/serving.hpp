#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "api/handlers/label_renderer.hpp"
#include "api/request/loop_context.hpp"
#include "api/request/meters.hpp"
#include "api/routes.hpp"
#include "app/serve/kept_store.hpp"
#include "app/serve/serve_options.hpp"
#include "app/serve/upkeep.hpp"
#include "app/serve/webhook_posting.hpp"
#include "base/log_buffer.hpp"
#include "exchange/administration/operators.hpp"
#include "exchange/trade/judging_pool.hpp"
#include "http/server.hpp"

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

  // The first operator's token and the file that holds it.
  struct FirstToken {
    std::string token;
    std::string file;
  };
  // Creates the store and its first operator, without a server. Returns nullopt and changes nothing
  // if there is an operator already.
  static base::Result<std::optional<FirstToken>> initialise(ServeOptions options,
                                                            const store::embedded::Watch& watch);

  std::uint16_t port() const { return server_->port(); }
  std::optional<std::uint16_t> metrics_port() const;
  // Has a value if this start has created the token.
  const std::optional<FirstToken>& first_token() const { return first_token_; }

  // If the files are refused, the old ones stay and the refusal is logged.
  void reload_tls();
  // From now on /readyz reports that the exchange is stopping, and a failure of the store no longer
  // ends the process; everything else continues.
  void announce_end() { is_stopping_ = true; }
  // Returns true if the store can write nothing any more. It has sent the process `failure_signal`.
  static const int failure_signal;
  bool has_failed() const { return failed_; }
  // Returns true if the index is damaged; the next begin() rebuilds it.
  bool can_be_mended() const;

 private:
  explicit Serving(ServeOptions options);

  // Calls `start` once more if the index was damaged: the second call rebuilds it.
  static base::Result<std::unique_ptr<Serving>> begin_by(
      ServeOptions options, const std::function<base::Done(Serving&)>& start);
  base::Done start(const std::optional<std::string>& operator_token,
                   const store::embedded::Watch& watch);
  base::Done share_out_files();
  base::Done open_store(const store::embedded::Watch& watch);
  base::Done admit_operator(std::optional<std::string> token);
  base::Done admit_first_operator();
  using KeepOperator = std::function<exchange::Answering<exchange::OperatorAnswer>(
      exchange::Desk&, exchange::Deadline)>;
  base::Done kept_operator(const KeepOperator& keep);
  base::Done start_servers();
  void add_lines(std::string& text) const;
  void fail(const base::Error& error);

  ServeOptions options_;
  base::SystemClock clock_;
  base::RisingClock rising_clock_{clock_};  // for stored instants and for ids
  const base::Instant began_ = clock_.now();
  base::StandardErrorSink standard_error_;
  base::LogBuffer log_lines_{clock_, standard_error_};
  base::Log log_;
  base::SystemRandom random_;        // of the main thread
  base::SystemRandom store_random_;  // for the store's threads
  std::atomic<bool> failed_ = false;
  std::atomic<bool> is_stopping_ = false;
  std::optional<FirstToken> first_token_;

  api::RequestLimits limits_;  // before the store, which has bodies with a share of the memory
  exchange::Changes changes_;  // before the store, which notifies it
  std::unique_ptr<KeptStore> kept_;
  exchange::LiveDirectory directory_;
  exchange::RejectionLimit rejections_;
  api::TokenUses token_uses_;
  api::Meters meters_{api::routes()};
  api::LabelRenderer labels_;
  exchange::JudgingPool large_bodies_;
  std::optional<webhooks::Caller> webhook_caller_;
  std::optional<api::Services> services_;
  std::unique_ptr<Upkeep> upkeep_;
  std::unique_ptr<WebhookPosting> webhook_posting_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::Server> metrics_server_;
};

}  // namespace tradepost::app
