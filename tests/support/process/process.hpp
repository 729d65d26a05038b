#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <optional>
#include <string>

namespace tradepost::process {

// A process that a test starts. SIGKILL ends it with the object, if nothing ended it before.
class [[nodiscard]] Process {
 public:
  // The ends of two pipes from and to the test. They close when the process runs a program.
  struct Pipes {
    int input = -1;
    int output = -1;
  };

  Process() = default;  // none
  // Forks a process that calls `life` and succeeds when `life` returns.
  explicit Process(const std::function<void(Pipes)>& life);
  ~Process();
  Process(Process&& other) noexcept { swap(other); }
  Process& operator=(Process other) noexcept;

  // True until the end of the process is known.
  explicit operator bool() const { return id_ != -1; }
  int id() const { return id_; }
  bool is_running();

  int output() const { return output_; }  // readable after the end, too
  // Returns the next line of the output, or nullopt at its end or if no line comes in time.
  std::optional<std::string> line(std::chrono::seconds patience);

  void signal(int number) const;
  // Closes the input of the process, and waits for its end. Returns the exit code, or the negative
  // number of the signal that ended it.
  int wait();
  // Sends the signal, and waits as wait() does.
  int end(int number = SIGTERM);
  // Sends SIGKILL after this time. Fails the test if the process ended by itself.
  void kill_after(std::chrono::microseconds time);

 private:
  void swap(Process& other) noexcept;
  bool has_ended(int options);

  int id_ = -1;
  int input_ = -1;
  int output_ = -1;
  int ending_ = -1;
};

}  // namespace tradepost::process
