#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tasks/task.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/model/directory.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::exchange {

// The reason for a call: an event and its retries, a test, or a request to send one event again.
enum class CallCause : std::uint8_t { event = 1, test = 2, replay = 3 };

// One call of an endpoint, with its outcome. It has no body, no header and no secret.
struct WebhookCall {
  base::Uuid id;  // of version 7: a later call has a larger one
  base::Uuid event;
  std::string_view type;            // static: transaction.pending; webhook.test
  std::optional<base::Uuid> about;  // the transaction or the case
  Position position = 0;            // of the event in the feed; 0: a test
  CallCause cause = CallCause::event;
  Instant at{};
  std::uint32_t attempt = 1;  // counts the known calls of this endpoint with the event
  int status = 0;             // 0: no answer
  std::string why_not;        // a sentence; empty: accepted
  std::chrono::milliseconds took{0};

  bool is_taken() const { return why_not.empty(); }
};
// Shared: a reader may still use a call that has left the record.
using MadeCall = std::shared_ptr<const WebhookCall>;

enum class CallOutcome : std::uint8_t { taken, failed };
struct CallsWanted {
  std::optional<CallOutcome> outcome = {};
  std::optional<base::Uuid> event = {};
  std::optional<base::Uuid> before = {};  // only calls with a smaller id
  std::size_t count_max = 0;
};

// An event that is sent once more.
struct Replayed {
  WebhookEvent event;
  Position position = 0;
  // Writes the members that show what the event is about.
  std::function<void(base::JsonWriter& body, const WebhookEvent&, const Directory&)> write_subject;
};

// The interface of the caller of endpoints for other modules. Any thread may call it.
class WebhookCalls {
 public:
  virtual ~WebhookCalls() = default;

  // Calls the endpoint now with a test event. Returns nullopt if too many tests and replays run at
  // present.
  virtual base::Task<std::optional<WebhookCall>> test(DirectoryPtr directory, Endpoint endpoint,
                                                      base::Uuid event) = 0;
  // The same with an event that happened. The waiting events of the endpoint stay.
  virtual base::Task<std::optional<WebhookCall>> replay(DirectoryPtr directory, Endpoint endpoint,
                                                        Replayed replayed) = 0;
  // Returns the recorded calls of this node, newest first.
  virtual std::vector<MadeCall> calls(EndpointId endpoint, const CallsWanted& wanted) = 0;
  // Returns nullptr if no such call is recorded.
  virtual MadeCall find(EndpointId endpoint, const base::Uuid& id) = 0;
};

}  // namespace tradepost::exchange
