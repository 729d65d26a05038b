#include "base/tasks/thread_priority.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <thread>

namespace tradepost::base {
namespace {

int niceness() {
  return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()));
}

// Returns the time slice of the calling thread in nanoseconds, or 0 if the system does not report
// it.
std::uint64_t slice() {
  std::array<std::uint64_t, 6> attributes{};
  constexpr std::size_t runtime = 3;  // after size, policy, flags, niceness and priority
  if (::syscall(SYS_sched_getattr, 0, attributes.data(), sizeof attributes, 0) != 0) return 0;
  return attributes[runtime];
}

TEST(Urgency, short_steps_set_the_slice_and_change_nothing_else) {
  std::thread([] {
    const std::uint64_t usual = slice();
    const int before = niceness();
    set_time_slice(std::chrono::microseconds(200));
    EXPECT_EQ(niceness(), before);
    EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER);
    // Linux before 6.12 does not support time slices.
    EXPECT_EQ(slice(), usual == 0 ? 0u : 200'000u);
  }).join();
}

TEST(Urgency, lowering_a_thread_happens_once_and_for_it_alone) {
  const int before = niceness();
  std::thread([&] {
    lower_thread_priority();
    EXPECT_GT(niceness(), before);
    const int behind = niceness();
    lower_thread_priority();
    EXPECT_EQ(niceness(), behind);
  }).join();
  EXPECT_EQ(niceness(), before);
}

}  // namespace
}  // namespace tradepost::base
