#include "store/embedded/read_runner.hpp"

namespace tradepost::store::embedded {
namespace {

base::Error continues_later() {
  return {base::ErrorCode::unavailable,
          base::CallerText(
              "The exchange is shutting down. It continues the command after its restart.")};
}

}  // namespace

base::Error too_late() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The exchange was too busy to answer in time.")};
}

Answering<std::monostate> ReadRunner::until_settled(Concerns concerns, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  while (must_wait_for(concerns)) {
    if (published_.waits_have_ended()) co_return base::refuse(continues_later());
    base::Completion<bool> done(executor);
    published_.when_one_is_done(done.completer());
    const auto is_done = co_await done.wait_until(deadline);
    if (!is_done) co_return base::refuse(too_late());
  }
  co_return std::monostate{};
}

bool ReadRunner::is_being_changed(const exchange::Transaction& row) const {
  if (exchange::status_of(row.state) != exchange::Status::pending) return false;
  return must_wait_for(
      [&](const exchange::Intent& intent) { return intent.from == row.recipient; });
}

}  // namespace tradepost::store::embedded
