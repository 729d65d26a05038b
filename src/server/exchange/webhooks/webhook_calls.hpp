#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tasks/task.hpp"
#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// One call of an endpoint, with its outcome.
struct WebhookCall {
  base::Uuid event;
  std::string_view type;            // transaction.pending; webhook.test
  std::optional<base::Uuid> about;  // the transaction or the case
  Instant at{};
  int status = 0;       // 0: no answer
  std::string why_not;  // a sentence; empty: accepted
  std::chrono::milliseconds took{0};

  bool is_taken() const { return why_not.empty(); }
};

// The interface of the caller of endpoints for other modules. Any thread may call it.
class WebhookCalls {
 public:
  virtual ~WebhookCalls() = default;

  // Calls the endpoint now with a test event. Returns nullopt if too many tests run at present.
  virtual base::Task<std::optional<WebhookCall>> test(DirectoryPtr directory, Endpoint endpoint,
                                                      base::Uuid event) = 0;
  // Returns the last calls of this process, newest first.
  virtual std::vector<WebhookCall> last(EndpointId endpoint) const = 0;
};

}  // namespace tradepost::exchange
