#include "app/background/mail_posting.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/metrics.hpp"

namespace tradepost::app {

base::Result<std::unique_ptr<MailPosting>> MailPosting::start(const Options& options,
                                                              const Needs& needs) {
  // A node with a database may have no data folder yet. Spool::open reports a failure.
  std::error_code ignored;
  std::filesystem::create_directories(needs.data, ignored);
  TRY_ASSIGN(auto spool, mail::Spool::open(needs.data + "/mail", base::Sealer(needs.seal_key),
                                           needs.clock, needs.log));
  return std::unique_ptr<MailPosting>(new MailPosting(options, std::move(spool), needs));
}

MailPosting::MailPosting(const Options& options, std::unique_ptr<mail::Spool> spool,
                         const Needs& needs)
    : clock_(needs.clock),
      spool_(std::move(spool)),
      outbox_(*spool_, needs.log),
      services_{.outbox = outbox_, .from = options.from},
      worker_(*spool_, *options.server) {}

void MailPosting::append_lines(std::string& text) const {
  const mail::SpoolFigures figures = spool_->figures();
  using Seconds = std::chrono::duration<double>;
  const double age = figures.oldest ? Seconds(clock_.now() - *figures.oldest).count() : 0;
  base::append_gauge(text, "tradepost_mail_waiting", "E-mails that wait to be sent.",
                     static_cast<double>(figures.waiting));
  base::append_gauge(text, "tradepost_mail_oldest_waiting_seconds",
                     "Age of the oldest e-mail that waits.", std::max(age, 0.0));
  base::append_counter(text, "tradepost_mail_sent_total", "E-mails that the mail server accepted.",
                       figures.sent);
  base::append_counter(text, "tradepost_mail_rejected_total", "E-mails that will not arrive.",
                       figures.rejected);
}

}  // namespace tradepost::app
