#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/limits.hpp"
#include "calls/calls.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "tracing/trace.hpp"
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
  };
  // `clock` must outlive the caller.
  Caller(const Options& options, const base::Clock& clock);

  struct Message {
    base::Uuid event;
    std::string_view type;  // static
    std::optional<base::Uuid> about;
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
  std::vector<exchange::WebhookCall> last(exchange::EndpointId endpoint) const override {
    return record_.last(endpoint);
  }

  CallRecord& record() { return record_; }
  void append_lines(std::string& text) const { record_.append_lines(text, clock_.now()); }

  // Stops all calls under way, before the process ends.
  void end() { calls_.end(); }

 private:
  bool take_test_place(exchange::ParticipantId participant);
  void give_back_test_place(exchange::ParticipantId participant);
  std::optional<std::string> secret_of(const exchange::Endpoint& endpoint);
  std::vector<calls::Header> headers_of(const Message& message, std::string_view secret) const;
  std::optional<tracing::Trace> begin_trace(const std::optional<tracing::Cause>& cause,
                                            const base::Executor& executor) const;

  const base::Clock& clock_;
  tracing::Tracer* const tracer_;
  CallRecord record_;
  std::mutex mutex_;
  // Guarded by mutex_:
  base::Sealer sealer_;
  exchange::CallPlaces test_places_{{.in_all = base::limits::webhook_tests_max,
                                     .of_one = base::limits::webhook_tests_of_one_max}};

  calls::Calls calls_;
};

}  // namespace tradepost::webhooks
