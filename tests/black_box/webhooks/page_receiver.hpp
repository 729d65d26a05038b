#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "served/served_exchange.hpp"

namespace tradepost::webhooks_tests {

// A receiver of docs/guides/webhooks.md, as it stands there, as a process of its own. Each line
// that it prints goes to a file that outlives it.
class PageReceiver {
 public:
  enum class Language { python, javascript };
  PageReceiver(Language language, std::string secret);
  ~PageReceiver();
  PageReceiver(const PageReceiver&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url() const;
  int process() const { return process_; }

  // SIGKILL.
  void kill();
  // Again on the same port; comes back when it listens.
  void begin();

  // The events that it took, whole lines alone.
  std::vector<std::string> taken() const;

 private:
  const Language language_;
  const std::string secret_;
  const served::ScratchFolder folder_;
  const std::uint16_t port_;
  int process_ = -1;
};

}  // namespace tradepost::webhooks_tests
