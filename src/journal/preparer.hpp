#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "base/ground/error.hpp"
#include "journal/journal.hpp"

namespace tradepost::journal {

// The thread that works ahead of the writer: the next segment, zeros, the ballast, the gauge. Ends
// with its object.
class Preparer {
 public:
  // `journal` must outlive this. `on_failure` is called on this thread, once: the writer takes
  // nothing more then.
  Preparer(Journal& journal, std::function<void(const base::Error&)> on_failure);
  ~Preparer();
  Preparer(const Preparer&) = delete;
  Preparer& operator=(const Preparer&) = delete;

 private:
  Done work_ahead();
  void run();

  Journal& journal_;
  const std::function<void(const base::Error&)> on_failure_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;  // last: it uses the members above
};

}  // namespace tradepost::journal
