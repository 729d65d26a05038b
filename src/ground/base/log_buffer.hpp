#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "base/log.hpp"

namespace tradepost::base {

// Collects lines and writes many of them at once, from a separate thread. Otherwise each request
// would need a system call for its line. A line is written after `lines_wait` at the latest, and a
// warning or an error without delay. If the output is blocked, lines above `bytes_max` are lost and
// counted, and no caller waits. The destructor writes the remaining lines.
class LogBuffer final : public LogSink {
 public:
  static constexpr std::chrono::milliseconds lines_wait{100};
  static constexpr std::size_t bytes_full = 64u << 10;  // written without delay from this size
  static constexpr std::size_t bytes_max = 1u << 20;

  // `clock` and `output` must outlive it. `clock` dates the line that reports the number of lost
  // lines, and `form` is its form.
  LogBuffer(const Clock& clock, LogSink& output, std::chrono::milliseconds wait = lines_wait,
            LogForm form = LogForm::logfmt);
  ~LogBuffer() override;
  LogBuffer(const LogBuffer&) = delete;
  LogBuffer& operator=(const LogBuffer&) = delete;

  void write(LogLevel level, std::string_view lines) override;

 private:
  void run();

  const Clock& clock_;
  LogSink& output_;
  const std::chrono::milliseconds wait_;
  const LogForm form_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string lines_;                   // guarded by mutex_, as are the next members
  LogLevel highest_ = LogLevel::debug;  // of lines_
  std::uint64_t lost_ = 0;
  bool is_ending_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace tradepost::base
