#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/limits.hpp"
#include "base/ids.hpp"
#include "base/log.hpp"
#include "calls/calls.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "tracing/trace.hpp"
#include "webhooks/call_file.hpp"
#include "webhooks/call_log.hpp"
#include "webhooks/call_record.hpp"

namespace tradepost::webhooks {

// Makes each requested call to an endpoint: checks that the operator permits the host, signs the
// message and records the outcome. Any thread may call it.
class Caller final : public exchange::WebhookCalls {
 public:
  struct Options {
    base::SealKey seal_key;             // opens the endpoints' secrets
    std::string authorities_file;       // PEM certificates; empty: the system's
    tracing::Tracer* tracer = nullptr;  // outlives the caller; nullptr: traces are off
    CallLog::Bounds log = {};
  };
  // `clock` must outlive the caller.
  Caller(const Options& options, const base::Clock& clock);

  struct Message {
    base::Uuid event;
    std::string_view type;  // static
    std::optional<base::Uuid> about;
    exchange::Position position = 0;  // of the event in the feed; 0: a test
    exchange::CallCause why{};
    std::optional<tracing::Cause> cause;  // of the call, for its trace
    std::string body;
  };
  // Returns nullopt if end() stopped the call, so that its outcome is unknown.
  base::Task<std::optional<exchange::WebhookCall>> call(exchange::DirectoryPtr directory,
                                                        exchange::Endpoint endpoint,
                                                        Message message);

  base::Task<std::optional<exchange::WebhookCall>> test(exchange::DirectoryPtr directory,
                                                        exchange::Endpoint endpoint,
                                                        base::Uuid event) override;
  base::Task<std::optional<exchange::WebhookCall>> replay(exchange::DirectoryPtr directory,
                                                          exchange::Endpoint endpoint,
                                                          exchange::Replayed replayed) override;
  std::vector<exchange::MadeCall> calls(exchange::EndpointId endpoint,
                                        const exchange::CallsWanted& wanted) override {
    return log_.calls(endpoint, wanted);
  }
  exchange::MadeCall find(exchange::EndpointId endpoint, const base::Uuid& id) override {
    return log_.find(endpoint, id);
  }

  CallRecord& record() { return record_; }
  CallRecord::Failing failing() const { return record_.failing(); }
  // Keeps the calls of earlier processes and of this one in a file of the folder. It is called
  // before the first call. Both references must outlive the caller.
  base::Done keep_calls_in(const std::string& folder, const base::Log& log);
  // Removes everything about endpoints that no longer exist.
  void forget(const std::function<bool(exchange::EndpointId)>& is_gone);
  void append_lines(std::string& text) const;

  // Stops all calls under way, before the process ends.
  void end() { calls_.end(); }

 private:
  bool take_test_place(exchange::ParticipantId participant);
  void give_back_test_place(exchange::ParticipantId participant);
  base::Uuid new_id();
  // Makes a call that a person or a program has requested. Returns nullopt if too many run.
  base::Task<std::optional<exchange::WebhookCall>> call_on_request(exchange::DirectoryPtr directory,
                                                                   exchange::Endpoint endpoint,
                                                                   Message message);
  std::optional<std::string> secret_of(const exchange::Endpoint& endpoint);
  std::vector<calls::Header> headers_of(const Message& message, std::string_view secret) const;
  std::optional<tracing::Trace> begin_trace(const std::optional<tracing::Cause>& cause,
                                            const base::Executor& executor) const;

  const base::Clock& clock_;
  tracing::Tracer* const tracer_;
  CallRecord record_;
  CallLog log_;
  std::unique_ptr<CallFile> file_;  // nullptr: the calls are in memory only
  std::mutex mutex_;
  // Guarded by mutex_:
  base::Sealer sealer_;
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  exchange::CallPlaces test_places_{{.in_all = base::limits::webhook_tests_max,
                                     .of_one = base::limits::webhook_tests_of_one_max}};

  calls::Calls calls_;
};

}  // namespace tradepost::webhooks
