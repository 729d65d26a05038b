#include "app/serve/format_rise.hpp"

#include "base/tasks/thread_name.hpp"

namespace tradepost::app {
namespace {

constexpr std::chrono::seconds try_again_after{5};

}  // namespace

FormatRise::FormatRise(KeptStore& kept, const base::Log& log, std::chrono::seconds after)
    : kept_(kept), log_(log), after_(after) {
  if (kept.format() >= exchange::newest_format) return;
  log_.info("store_format_kept", {{"format", kept.format()},
                                  {"newest", exchange::newest_format},
                                  {"raised_after_seconds", after.count()}});
  thread_ = std::jthread([this](const std::stop_token& stop) {
    base::name_thread("format");
    run(stop);
  });
}

void FormatRise::run(const std::stop_token& stop) {
  std::chrono::seconds pause = after_;
  do {
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, pause, [] { return false; });
    pause = try_again_after;
  } while (!stop.stop_requested() && !is_raised());
}

bool FormatRise::is_raised() {
  const base::Done raised = kept_.raise_format(after_);
  is_refused_ = !raised;
  if (raised) {
    log_.info("store_format_raised", {{"format", kept_.format()}});
    return true;
  }
  const auto reason = raised.error().text().str();
  if (reason == refusal_) return false;
  refusal_ = reason;
  log_.info("store_format_not_raised",
            {{"reason", reason}, {"detail", raised.error().detail().str()}});
  return false;
}

}  // namespace tradepost::app
