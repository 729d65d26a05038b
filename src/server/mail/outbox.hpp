#pragma once

#include <map>
#include <string>

#include "base/log.hpp"
#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "mail/spool.hpp"

namespace tradepost::mail {

// Adds messages to a spool on its own thread, so that no loop waits for the disk. Any thread may
// call it.
class Outbox {
 public:
  // `spool` and `log` must outlive the outbox.
  Outbox(Spool& spool, const base::Log& log);

  // Returns true after the message is synced to the disk. Returns false, and logs mail_refused, if
  // the queue is full or the disk fails.
  base::Task<bool> add(Message message);
  // Returns the newest rejected message of the last 30 days to each address. Empty if too many
  // callers wait.
  base::Task<std::map<std::string, RejectedMessage>> newest_rejected();

 private:
  Spool& spool_;
  const base::Log& log_;
  base::WorkerPool<base::NoTool> writer_;  // last: it uses the members above
};

}  // namespace tradepost::mail
