#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/limits.hpp"
#include "client/calls.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "webhooks/call_record.hpp"

namespace tradepost::webhooks {

// Calls endpoints, one call at a time as it is asked to: signs, judges where it may go, and
// records what came of it. Any thread.
class Caller final : public exchange::WebhookCalls {
 public:
  struct Options {
    base::SealKey seal_key;        // of the endpoints' secrets
    std::string authorities_file;  // of certificates (PEM); empty: the machine's
  };
  // `clock` outlives it.
  Caller(const Options& options, const base::Clock& clock);

  struct Message {
    base::Uuid event;
    std::string_view type;  // static
    std::optional<base::Uuid> about;
    std::string body;
  };
  // Nothing: calls have ended, and nothing is known of this one.
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

  // Calls that are under way end now: the process is about to.
  void end() { calls_.end(); }

 private:
  bool take_test_place(exchange::ParticipantId participant);
  void give_back_test_place(exchange::ParticipantId participant);
  std::optional<std::string> secret_of(const exchange::Endpoint& endpoint);
  std::vector<client::Header> headers_of(const Message& message, std::string_view secret) const;

  const base::Clock& clock_;
  CallRecord record_;
  std::mutex mutex_;
  // guarded by mutex_
  base::Sealer sealer_;
  exchange::CallPlaces test_places_{{.in_all = base::limits::webhook_tests_max,
                                     .of_one = base::limits::webhook_tests_of_one_max}};

  client::Calls calls_;
};

}  // namespace tradepost::webhooks
