#pragma once

#include <chrono>
#include <string>

#include "app/serve/kept_store.hpp"
#include "base/log.hpp"

namespace tradepost::app {

// Raises the format of a store that an earlier version has written, when this version has served it
// for some time. Until then the earlier version can continue the store.
class FormatRise {
 public:
  // Both must outlive it.
  FormatRise(KeptStore& kept, const base::Log& log, std::chrono::seconds after);

  // Raises the format if it is due. A rise that is refused is tried again after a while. May wait
  // for a database.
  void look();

 private:
  using Clock = std::chrono::steady_clock;

  KeptStore& kept_;
  const base::Log& log_;
  const std::chrono::seconds after_;
  Clock::time_point due_;
  std::string refusal_;  // logged already
  bool is_done_ = false;
};

}  // namespace tradepost::app
