#include "base/tasks/thread_name.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <string>
#include <thread>

namespace tradepost::base {
namespace {

TEST(ThreadName, is_the_one_that_the_system_shows) {
  std::array<char, 16> shown{};
  std::thread([&] {
    name_thread("fifteen letters");
    ::pthread_getname_np(::pthread_self(), shown.data(), shown.size());
  }).join();
  EXPECT_EQ(std::string(shown.data()), "fifteen letters");
}

TEST(ThreadNameDeathTest, one_that_the_system_would_not_take_ends_the_process) {
  EXPECT_DEATH(name_thread("sixteen letters!"), "check failed");
}

}  // namespace
}  // namespace tradepost::base
