#include "app/serve/format_rise.hpp"

namespace tradepost::app {
namespace {

constexpr std::chrono::seconds try_again_after{5};

}  // namespace

FormatRise::FormatRise(KeptStore& kept, const base::Log& log, std::chrono::seconds after)
    : kept_(kept), log_(log), after_(after), due_(Clock::now() + after) {
  is_done_ = kept.format() >= exchange::newest_format;
  if (is_done_) return;
  log_.info("store_format_kept", {{"format", kept.format()},
                                  {"newest", exchange::newest_format},
                                  {"raised_after_seconds", after.count()}});
}

void FormatRise::look() {
  if (is_done_ || Clock::now() < due_) return;
  due_ = Clock::now() + try_again_after;
  const base::Done raised = kept_.raise_format(after_);
  if (raised) {
    is_done_ = true;
    log_.info("store_format_raised", {{"format", kept_.format()}});
  } else if (const auto reason = raised.error().text().str(); reason != refusal_) {
    refusal_ = reason;
    log_.warning("store_format_not_raised",
                 {{"reason", reason}, {"detail", raised.error().detail().str()}});
  }
}

}  // namespace tradepost::app
