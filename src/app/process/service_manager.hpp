#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tradepost::app {

// The service manager that started this process, if it listens for the process's state
// (sd_notify(3): Type=notify and WatchdogSec= of a systemd unit). Used on one thread.
class ServiceManager {
 public:
  // Reads the variables of the environment and removes them, so that no child inherits them.
  static ServiceManager of_environment();

  // Notifies the manager that the exchange serves, with a sentence for `systemctl status`.
  void serves(std::string_view status);
  void ends();
  // Notifies the manager that the process makes progress. Does nothing if it was notified recently.
  void lives();

  // How often lives() is to be called; nullopt: the manager does not watch the process.
  std::optional<std::chrono::milliseconds> interval() const { return interval_; }

 private:
  void notify(std::string_view state, int flags = 0) const;

  std::string address_;  // of a socket; empty: no manager listens
  std::optional<std::chrono::milliseconds> interval_;
  std::chrono::steady_clock::time_point lived_;
};

}  // namespace tradepost::app
