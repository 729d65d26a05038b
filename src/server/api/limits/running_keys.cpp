#include "api/limits/running_keys.hpp"

namespace tradepost::api {

std::optional<KeyLease> RunningKeys::take(const KeyName& name, base::Completer<bool> freed) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_first] = running_.try_emplace(name);
  if (is_first) return KeyLease(*this, name);
  at->second.push_back(std::move(freed));
  return std::nullopt;
}

// All waiting requests retry, because some may have given up. Usually the first command
// succeeded, and they get its answer one after the other; otherwise one of them runs the command.
void RunningKeys::give_back(const KeyName& name) {
  std::vector<base::Completer<bool>> waiting;
  {
    const std::lock_guard lock(mutex_);
    const auto at = running_.find(name);
    waiting = std::move(at->second);
    running_.erase(at);
  }
  for (auto& one : waiting) one.fulfil(true);
}

}  // namespace tradepost::api
