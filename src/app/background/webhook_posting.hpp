#pragma once

#include <memory>
#include <thread>

#include "api/request/loop_context.hpp"
#include "base/tasks/stop_signal.hpp"
#include "http/connection/loop.hpp"
#include "webhooks/poster.hpp"

namespace tradepost::app {

// Calls webhooks on a separate thread with its own loop.
class WebhookPosting {
 public:
  // Both must outlive it. Fails if the system has no more file descriptors.
  static base::Result<std::unique_ptr<WebhookPosting>> start(const api::Services& services,
                                                             webhooks::Caller& caller);
  // Waits for the calls in progress. To end sooner, end the caller first.
  ~WebhookPosting();

 private:
  WebhookPosting(const api::Services& services, webhooks::Caller& caller,
                 std::unique_ptr<http::Loop> loop);

  std::unique_ptr<http::Loop> loop_;
  api::LoopContext context_;
  base::StopSignal stop_;
  webhooks::Poster poster_;
  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::app
