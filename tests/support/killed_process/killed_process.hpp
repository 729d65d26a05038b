#pragma once

#include <chrono>
#include <functional>

namespace tradepost {

// A forked process that writes to a pipe of this process until it is killed.
class KilledProcess {
 public:
  // `life` gets the end of the pipe that the process writes to.
  explicit KilledProcess(const std::function<void(int pipe)>& life);
  ~KilledProcess();
  KilledProcess(const KilledProcess&) = delete;
  KilledProcess& operator=(const KilledProcess&) = delete;

  int pipe() const { return pipe_; }
  // Sends SIGKILL after this time. Fails the test if the process ended by itself. The pipe still
  // has the last words of the process.
  void kill_after(std::chrono::microseconds time);

 private:
  int process_ = -1;
  int pipe_ = -1;
};

}  // namespace tradepost
