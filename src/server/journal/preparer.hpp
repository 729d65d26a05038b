#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "base/ground/error.hpp"
#include "journal/journal.hpp"

namespace tradepost::journal {

// The thread that prepares space for the writer: next segment, zeros, ballast, SpaceGauge. It ends
// when the object is destroyed.
class Preparer {
 public:
  // `journal` must outlive this. This thread calls `on_failure` at most once; afterwards the writer
  // accepts no record.
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
