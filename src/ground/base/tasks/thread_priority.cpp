#include "base/tasks/thread_priority.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace tradepost::base {
namespace {

// A thread of low priority computes for long. Its short time slice lets a thread that wakes up
// replace it soon, without a wait for the system's next tick.
constexpr int low_priority_niceness = 5;  // added to the niceness of the process; 19 is the most
constexpr std::chrono::microseconds low_priority_slice{200};

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

void set_attributes(int niceness, std::chrono::nanoseconds slice) {
  constexpr pid_t this_thread = 0;
  // A different policy is the operator's choice, so it stays.
  if (::sched_getscheduler(this_thread) != SCHED_OTHER) return;
  Attributes attributes;
  attributes.niceness = niceness;
  // The runtime is the time slice. Linux 6.12 and later accept 100 µs to 100 ms; earlier versions
  // ignore it.
  attributes.runtime_ns = static_cast<std::uint64_t>(slice.count());
  // Without these attributes the thread runs as before, so a failure is ignored.
  static_cast<void>(::syscall(SYS_sched_setattr, this_thread, &attributes, 0));
}

int niceness_of(pid_t thread) {
  return ::getpriority(PRIO_PROCESS, static_cast<id_t>(thread));
}

}  // namespace

void set_time_slice(std::chrono::microseconds slice) {
  set_attributes(niceness_of(::gettid()), slice);
}

void lower_thread_priority() {
  set_attributes(niceness_of(::getpid()) + low_priority_niceness, low_priority_slice);
}

}  // namespace tradepost::base
