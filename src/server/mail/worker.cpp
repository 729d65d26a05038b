#include "mail/worker.hpp"

#include <stop_token>
#include <utility>

#include "base/tasks/thread_name.hpp"
#include "mail/smtp.hpp"

namespace tradepost::mail {

Worker::Worker(Spool& spool, MailServer server)
    : thread_([&spool, server = std::move(server)](const std::stop_token& stop) {
        base::name_thread("mail");
        while (const auto due = spool.wait_for_due(stop)) {
          spool.settle(*due, send(server, due->letter, stop));
        }
      }) {}

}  // namespace tradepost::mail
