#include "mail/outbox.hpp"

#include <optional>
#include <utility>

#include "base/tasks/worked.hpp"

namespace tradepost::mail {
namespace {

constexpr std::size_t waiting_max = 1'000;

}  // namespace

Outbox::Outbox(Spool& spool, const base::Log& log)
    : spool_(spool),
      log_(log),
      writer_({.name = "mail queue", .threads = 1, .waiting_max = waiting_max},
              [] { return base::NoTool(); }) {}

base::Task<bool> Outbox::add(Message message) {
  auto adding = base::worked<base::Result<Added>>(
      writer_, [this, message = std::move(message)] { return spool_.add(message); });
  const std::optional<base::Result<Added>> added = co_await std::move(adding);
  if (added && *added && **added == Added::added) co_return true;
  if (added && !*added) {
    log_.error("mail_refused", {{"reason", added->error().text().str()},
                                {"detail", added->error().detail().str()}});
  } else {
    log_.error("mail_refused", {{"reason", "The queue is full."}, {"detail", ""}});
  }
  co_return false;
}

}  // namespace tradepost::mail
