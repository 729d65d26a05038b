#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "served/served_exchange.hpp"

namespace tradepost::webhooks_tests {

// A receiver from docs/guides/webhooks.md, unchanged, in a separate process. Each line that it
// prints goes to a file that outlives the process.
class PageReceiver {
 public:
  enum class Language { python, javascript };
  PageReceiver(Language language, std::string secret);
  ~PageReceiver();
  PageReceiver(const PageReceiver&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url() const;
  int process() const { return process_; }

  // Sends SIGKILL.
  void kill();
  // Starts it again on the same port, and returns when it listens.
  void begin();

  // Returns the events that the receiver took, without an incomplete last line.
  std::vector<std::string> taken() const;

 private:
  const Language language_;
  const std::string secret_;
  const served::ScratchFolder folder_;
  const std::uint16_t port_;
  int process_ = -1;
};

}  // namespace tradepost::webhooks_tests
