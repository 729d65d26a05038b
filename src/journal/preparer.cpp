#include "journal/preparer.hpp"

#include <utility>

namespace tradepost::journal {
namespace {

// Between two looks at the space where nobody calls; also the longest that ending waits.
constexpr std::chrono::milliseconds rest{200};

}  // namespace

Preparer::Preparer(Journal& journal, std::function<void(const base::Error&)> on_failure)
    : journal_(journal), on_failure_(std::move(on_failure)), thread_([this] { run(); }) {}

Preparer::~Preparer() {
  stopping_ = true;
  thread_.join();
}

Done Preparer::work_ahead() {
  TRY(journal_.watch_space());
  auto work = Work::more;
  while (work == Work::more && !stopping_) {
    TRY_ASSIGN(work, journal_.prepare());
  }
  return {};
}

void Preparer::run() {
  while (!stopping_) {
    if (const auto done = work_ahead(); !done) return on_failure_(done.error());
    journal_.await_work(rest);
  }
}

}  // namespace tradepost::journal
