#include "http/bulk_line.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/manual_executor.hpp"
#include "base/task.hpp"

namespace tradepost::http {
namespace {

base::Task<void> does_parts(BulkLine& line, int parts, char name, std::string& done) {
  for (int i = 0; i < parts; ++i) {
    co_await line.turn();
    done += name;
  }
}

TEST(BulkLine, parts_are_done_one_of_each_in_turns) {
  base::ManualExecutor executor;
  BulkLine line(executor);
  std::string done;
  base::start(executor, does_parts(line, 3, 'a', done), [] {});
  base::start(executor, does_parts(line, 1, 'b', done), [] {});
  base::start(executor, does_parts(line, 2, 'c', done), [] {});
  executor.run_ready();
  EXPECT_EQ(done, "abcaca");
}

TEST(BulkLine, whoever_comes_between_two_parts_waits_for_one) {
  base::ManualExecutor executor;
  BulkLine line(executor);
  std::string done;
  base::start(executor, does_parts(line, 2, 'a', done), [] {});
  base::start(executor, does_parts(line, 2, 'b', done), [] {});
  executor.post([&] {
    done += '.';
    executor.post([&] { done += ':'; });
  });
  executor.run_ready();
  EXPECT_EQ(done, "a.b:ab");
}

TEST(BulkLine, goes_on_when_it_was_empty) {
  base::ManualExecutor executor;
  BulkLine line(executor);
  std::string done;
  for (int i = 0; i < 3; ++i) {
    base::start(executor, does_parts(line, 1, 'a', done), [] {});
    executor.run_ready();
  }
  EXPECT_EQ(done, "aaa");
}

}  // namespace
}  // namespace tradepost::http
