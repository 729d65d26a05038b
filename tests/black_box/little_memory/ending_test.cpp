// Tests an allocation that fails outside the code that asks for much memory: the process prints one
// sentence and exits with 3.

#include <gtest/gtest.h>

#include <new>
#include <thread>

#include "app/process/out_of_memory.hpp"
#include "base/tasks/manual_executor.hpp"
#include "base/tasks/task.hpp"

namespace tradepost::little_memory {
namespace {

constexpr const char* sentence =
    "^tradepost: Out of memory. All acknowledged documents are on the disk.\n$";

base::Task<int> finds_none() {
  throw std::bad_alloc();
  co_return 0;
}

TEST(NoMemoryLeft, in_a_thread_ends_with_a_sentence_and_3) {
  EXPECT_EXIT(
      {
        app::end_with_a_sentence_without_memory();
        std::thread([] { throw std::bad_alloc(); }).join();
      },
      testing::ExitedWithCode(3), sentence);
}

TEST(NoMemoryLeft, in_a_task_ends_with_a_sentence_and_3) {
  EXPECT_EXIT(
      {
        app::end_with_a_sentence_without_memory();
        base::ManualExecutor executor;
        (void)executor.run(finds_none());
      },
      testing::ExitedWithCode(3), sentence);
}

}  // namespace
}  // namespace tradepost::little_memory
