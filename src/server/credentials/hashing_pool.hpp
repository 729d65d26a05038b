#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "credentials/password.hpp"

namespace tradepost::credentials {

// Threads that hash passwords, so that no request of a loop waits for a hash. Each thread has the
// memory of one hash. Any thread may call it. The destructor finishes the queued work.
class HashingPool {
 public:
  HashingPool(std::size_t threads, const Cost& cost);

  // Returns nullopt if too many sign-ins wait.
  base::Task<std::optional<std::string>> hashed(std::string password);
  // Without a hash it is false, in the time of a hash. Returns nullopt if too many sign-ins wait.
  base::Task<std::optional<bool>> matches(std::optional<std::string> hash, std::string password);

  // Returns true if a later sign-in must store a new hash.
  bool needs_new_hash(const std::string& hash) const {
    return credentials::needs_new_hash(hash, cost_);
  }

 private:
  const Cost cost_;
  const std::string hash_of_none_;
  base::WorkerPool<base::NoTool> workers_;
};

}  // namespace tradepost::credentials
