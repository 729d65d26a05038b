#pragma once

#include <memory>
#include <optional>
#include <string>

#include "api/request/loop_context.hpp"
#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/result.hpp"
#include "base/log.hpp"
#include "mail/message.hpp"
#include "mail/outbox.hpp"
#include "mail/server.hpp"
#include "mail/spool.hpp"
#include "mail/worker.hpp"

namespace tradepost::app {

// Sends the mail of an exchange from a queue in the folder `mail` of its data folder.
class MailPosting {
 public:
  struct Options {
    std::optional<mail::MailServer> server;  // nullopt: mail is off; it has no fault (fault_of)
    mail::Mailbox from;
  };
  struct Needs {
    const std::string& data;  // the folder is created if it does not exist
    const base::SealKey& seal_key;
    const base::Clock& clock;
    const base::Log& log;
  };

  // `options.server` has a value. The clock and the log must outlive the object. Fails if the
  // folder cannot be used.
  static base::Result<std::unique_ptr<MailPosting>> start(const Options& options,
                                                          const Needs& needs);

  const api::MailServices& services() const { return services_; }
  mail::SpoolFigures figures() const { return spool_->figures(); }
  void append_lines(std::string& text) const;

 private:
  MailPosting(const Options& options, std::unique_ptr<mail::Spool> spool, const Needs& needs);

  const base::Clock& clock_;
  std::unique_ptr<mail::Spool> spool_;
  mail::Outbox outbox_;
  api::MailServices services_;
  mail::Worker worker_;  // last: it uses the members above
};

}  // namespace tradepost::app
