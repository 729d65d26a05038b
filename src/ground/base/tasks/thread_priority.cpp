#include "base/tasks/thread_priority.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace tradepost::base {
namespace {

constexpr int niceness_behind = 5;  // of 19
// A thread of low priority has more work at a time, but its time slice is no longer than this:
// otherwise a thread that wakes up waits for the system's next tick.
constexpr std::chrono::microseconds step_behind{200};

// The kernel's struct sched_attr. Only later versions of the C library declare it.
struct Attributes {
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t niceness = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime_ns = 0;
  std::uint64_t deadline_ns = 0;
  std::uint64_t period_ns = 0;
};

void set_attributes(int niceness, std::chrono::nanoseconds step) {
  constexpr pid_t this_thread = 0;
  // A different policy is the operator's choice, so it stays.
  if (::sched_getscheduler(this_thread) != SCHED_OTHER) return;
  Attributes attributes;
  attributes.niceness = niceness;
  // Linux 6.12 and later accept a time slice, from 100 µs to 100 ms.
  attributes.runtime_ns = static_cast<std::uint64_t>(step.count());
  static_cast<void>(::syscall(SYS_sched_setattr, this_thread, &attributes, 0));
}

int niceness_of(pid_t thread) {
  return ::getpriority(PRIO_PROCESS, static_cast<id_t>(thread));
}

}  // namespace

void takes_short_steps(std::chrono::microseconds step) {
  set_attributes(niceness_of(::gettid()), step);
}

void lower_thread_priority() {
  set_attributes(niceness_of(::getpid()) + niceness_behind, step_behind);
}

}  // namespace tradepost::base
