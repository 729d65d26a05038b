#include "journal/preparer.hpp"

#include <utility>

#include "base/tasks/thread_name.hpp"

namespace tradepost::journal {
namespace {

// The time between two checks of the space if nothing wakes the thread.
constexpr std::chrono::milliseconds rest{200};
// The time until a busy writer is checked again. A writer that writes a third of the time is idle
// at two of three checks.
constexpr std::chrono::microseconds moment{500};

}  // namespace

Preparer::Preparer(Journal& journal, std::function<void(const base::Error&)> on_failure)
    : journal_(journal), on_failure_(std::move(on_failure)), thread_([this] { run(); }) {}

Preparer::~Preparer() {
  stopping_ = true;
  journal_.wake();
  thread_.join();
}

Done Preparer::work_ahead() {
  auto work = Work::more;
  while (work != Work::done && !stopping_) {
    TRY_ASSIGN(work, journal_.prepare());
    if (work == Work::later) journal_.await_writer(moment);
  }
  return {};
}

void Preparer::run() {
  base::name_thread("preparer");
  while (!stopping_) {
    if (const auto done = work_ahead(); !done) return on_failure_(done.error());
    journal_.await_work(rest);
  }
}

}  // namespace tradepost::journal
