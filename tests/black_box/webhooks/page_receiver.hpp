#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "served/desk.hpp"

namespace tradepost::webhooks_tests {

// A receiver from docs/guides/webhooks.md, unchanged, in a separate process. Each line that it
// prints goes to a file that outlives the process.
class PageReceiver {
 public:
  enum class Language { python, javascript };
  PageReceiver(Language language, const std::string& secret);

  std::uint16_t port() const { return port_; }
  std::string url() const;
  int process() const { return process_.id(); }

  // Sends SIGKILL.
  void kill() { process_.end(SIGKILL); }
  // Starts it again on the same port, and returns when it listens.
  void begin();

  // Returns the events that the receiver took, without an incomplete last line.
  std::vector<std::string> taken() const;

 private:
  served::Desk desk_;
  const std::string program_;
  const std::uint16_t port_;
  process::Process process_;
};

}  // namespace tradepost::webhooks_tests
