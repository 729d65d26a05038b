#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tasks/task.hpp"
#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// One call of an endpoint, and what came of it.
struct WebhookCall {
  base::Uuid event;
  std::string_view type;            // transaction.pending; webhook.test
  std::optional<base::Uuid> about;  // the transaction, or the case
  Instant at{};
  int status = 0;       // 0: there was no answer
  std::string why_not;  // a sentence; empty: it was taken
  std::chrono::milliseconds took{0};

  bool is_taken() const { return why_not.empty(); }
};

// The part of the caller of endpoints that others use. Any thread.
class WebhookCalls {
 public:
  virtual ~WebhookCalls() = default;

  // Calls it now, with an event that says nothing but this. Nothing: too many do that at present.
  virtual base::Task<std::optional<WebhookCall>> test(DirectoryPtr directory, Endpoint endpoint,
                                                      base::Uuid event) = 0;
  // The last ones of this process, the newest first.
  virtual std::vector<WebhookCall> last(EndpointId endpoint) const = 0;
};

}  // namespace tradepost::exchange
