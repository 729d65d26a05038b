#pragma once

#include <thread>

#include "mail/server.hpp"
#include "mail/spool.hpp"

namespace tradepost::mail {

// Sends the due messages of a spool, one after another, on its own thread.
class Worker {
 public:
  // The spool must outlive the worker. `server` must not have a fault (fault_of).
  Worker(Spool& spool, MailServer server);
  // Stops the thread. An attempt under way is stopped within about a second, and does not count.
  ~Worker() = default;
  Worker(Worker&&) = delete;

 private:
  std::jthread thread_;
};

}  // namespace tradepost::mail
