#include "base/log_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tradepost::base {
namespace {

constexpr std::chrono::hours never{1};
constexpr std::chrono::seconds patience{20};

// Keeps the written lines, and blocks writers while it is closed.
class Output final : public LogSink {
 public:
  void write(LogLevel /*level*/, std::string_view lines) override {
    std::unique_lock lock(mutex_);
    ++writes_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_open_; });
    text_ += lines;
    changed_.notify_all();
  }

  void close() { set_open(false); }
  void open() { set_open(true); }
  // Returns true if this many writes began in time.
  bool comes_to(int writes) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return writes_ >= writes; });
  }
  bool comes_to_have(std::string_view text) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return text_.contains(text); });
  }
  int writes() {
    const std::lock_guard lock(mutex_);
    return writes_;
  }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  void set_open(bool is_open) {
    const std::lock_guard lock(mutex_);
    is_open_ = is_open;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = true;
  int writes_ = 0;
  std::string text_;
};

class LogBufferTest : public ::testing::Test {
 protected:
  void begin(std::chrono::milliseconds wait = never) { lines_.emplace(clock_, output_, wait); }
  void end() { lines_.reset(); }
  void write(std::string_view line) { lines_->write(LogLevel::info, line); }

  ManualClock clock_{instant_of(1'709'195'415'123)};
  Output output_;
  std::optional<LogBuffer> lines_;
};

TEST_F(LogBufferTest, lines_are_written_together_and_in_order_and_none_is_lost_at_the_end) {
  begin();
  std::string all;
  for (int i = 0; i < 100; ++i) {
    const std::string line = "line " + std::to_string(i) + "\n";
    write(line);
    all += line;
  }
  EXPECT_EQ(output_.writes(), 0);
  end();
  EXPECT_EQ(output_.text(), all);
  EXPECT_EQ(output_.writes(), 1);
}

TEST_F(LogBufferTest, a_line_is_written_after_the_wait) {
  begin(std::chrono::milliseconds(1));
  write("first\n");
  EXPECT_TRUE(output_.comes_to_have("first\n"));
  write("second\n");
  EXPECT_TRUE(output_.comes_to_have("second\n"));
}

TEST_F(LogBufferTest, a_warning_is_written_at_once_with_the_lines_before_it) {
  begin();
  write("before\n");
  lines_->write(LogLevel::warning, "warning\n");
  EXPECT_TRUE(output_.comes_to_have("before\nwarning\n"));
}

TEST_F(LogBufferTest, a_full_buffer_is_written_at_once) {
  begin();
  const std::string line = std::string(1'023, 'x') + "\n";
  for (std::size_t bytes = 0; bytes < LogBuffer::bytes_full; bytes += line.size()) write(line);
  EXPECT_TRUE(output_.comes_to_have(line));
}

TEST_F(LogBufferTest, blocked_output_stops_no_caller_and_lost_lines_are_counted) {
  begin(std::chrono::milliseconds(1));
  output_.close();
  write("first\n");
  ASSERT_TRUE(output_.comes_to(1));
  const std::string line = std::string(1'023, 'x') + "\n";
  constexpr std::size_t kept = LogBuffer::bytes_max / 1'024;
  for (std::size_t i = 0; i < kept + 7; ++i) write(line);
  output_.open();
  end();
  const std::string text = output_.text();
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), 1 + kept + 1);
  EXPECT_TRUE(text.ends_with("level=warning event=log_lines_lost lines=7\n"));
}

TEST_F(LogBufferTest, lines_of_several_threads_stay_whole) {
  begin(std::chrono::milliseconds(1));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this] {
      for (int i = 0; i < 500; ++i) write("one line\n");
    });
  }
  for (std::thread& thread : threads) thread.join();
  end();
  std::string all;
  for (int i = 0; i < 2'000; ++i) all += "one line\n";
  EXPECT_EQ(output_.text(), all);
}

}  // namespace
}  // namespace tradepost::base
