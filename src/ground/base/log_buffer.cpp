#include "base/log_buffer.hpp"

#include <algorithm>
#include <utility>

#include "base/tasks/thread_name.hpp"

namespace tradepost::base {

LogBuffer::LogBuffer(const Clock& clock, LogSink& output, std::chrono::milliseconds wait,
                     LogForm form)
    : clock_(clock), output_(output), wait_(wait), form_(form), thread_([this] { run(); }) {}

LogBuffer::~LogBuffer() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void LogBuffer::write(LogLevel level, std::string_view lines) {
  bool is_awaited = false;
  {
    const std::lock_guard lock(mutex_);
    if (lines_.size() + lines.size() > bytes_max) {
      ++lost_;
      return;
    }
    const bool was_full = lines_.size() >= bytes_full;
    const bool was_urgent = highest_ >= LogLevel::warning;
    is_awaited = lines_.empty();
    lines_ += lines;
    highest_ = std::max(highest_, level);
    is_awaited = is_awaited || (!was_full && lines_.size() >= bytes_full) ||
                 (!was_urgent && highest_ >= LogLevel::warning);
  }
  if (is_awaited) changed_.notify_one();
}

void LogBuffer::run() {
  name_thread("log");
  std::string written;  // swapped with lines_, so that both keep their memory
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_ending_ || !lines_.empty(); });
    changed_.wait_for(lock, wait_, [this] {
      return is_ending_ || lines_.size() >= bytes_full || highest_ >= LogLevel::warning;
    });
    if (lines_.empty()) return;
    written.clear();
    std::swap(written, lines_);
    const LogLevel highest = std::exchange(highest_, LogLevel::debug);
    const std::uint64_t lost = std::exchange(lost_, 0);
    lock.unlock();
    output_.write(highest, written);
    if (lost > 0)
      Log(clock_, output_, {.form = form_}).warning("log_lines_lost", {{"lines", lost}});
    lock.lock();
  }
}

}  // namespace tradepost::base
