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

base::Task<std::map<std::string, RejectedMessage>> Outbox::newest_rejected() {
  using ByAddress = std::map<std::string, RejectedMessage>;
  auto reading = base::worked<ByAddress>(writer_, [this] {
    ByAddress newest;
    for (RejectedMessage& message : spool_.rejected()) {
      RejectedMessage& kept = newest[message.to];
      if (kept.to.empty() || kept.rejected_at < message.rejected_at) kept = std::move(message);
    }
    return newest;
  });
  std::optional<ByAddress> newest = co_await std::move(reading);
  co_return std::move(newest).value_or(ByAddress());
}

}  // namespace tradepost::mail
