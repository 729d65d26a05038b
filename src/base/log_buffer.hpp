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

// Collects lines and writes many of them at once, from a thread of its own: otherwise each request
// would need a system call for its line. A line is written after `lines_wait` at the latest, and a
// warning or an error without delay. If the output takes no more, the lines above `bytes_max` are
// lost and counted, and nobody waits. The destructor writes the rest.
class LogBuffer final : public LogSink {
 public:
  static constexpr std::chrono::milliseconds lines_wait{100};
  static constexpr std::size_t bytes_full = 64u << 10;  // then they wait no longer
  static constexpr std::size_t bytes_max = 1u << 20;

  // Both outlive it; `clock` dates the line that says how many were lost.
  LogBuffer(const Clock& clock, LogSink& output, std::chrono::milliseconds wait = lines_wait);
  ~LogBuffer() override;
  LogBuffer(const LogBuffer&) = delete;
  LogBuffer& operator=(const LogBuffer&) = delete;

  void write(LogLevel level, std::string_view lines) override;

 private:
  void run();

  const Clock& clock_;
  LogSink& output_;
  const std::chrono::milliseconds wait_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string lines_;                   // with mutex_, as all that follows
  LogLevel highest_ = LogLevel::debug;  // of lines_
  std::uint64_t lost_ = 0;
  bool is_ending_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace tradepost::base
