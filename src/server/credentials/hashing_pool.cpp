#include "credentials/hashing_pool.hpp"

#include <utility>

#include "base/tasks/worked.hpp"

namespace tradepost::credentials {
namespace {

// A sign-in that waits behind so many others would not be answered in time.
constexpr std::size_t waiting_max = 64;

}  // namespace

HashingPool::HashingPool(std::size_t threads, const Cost& cost)
    : cost_(cost),
      hash_of_none_(hash_of_no_password(cost)),
      workers_({.name = "hash", .threads = threads, .waiting_max = waiting_max},
               [] { return base::NoTool(); }) {}

base::Task<std::optional<std::string>> HashingPool::hashed(std::string password) {
  return base::worked<std::string>(workers_, [this, password = std::move(password)] {
    return credentials::hashed(password, cost_);
  });
}

base::Task<std::optional<bool>> HashingPool::matches(std::optional<std::string> hash,
                                                     std::string password) {
  const bool has_hash = hash.has_value();
  return base::worked<bool>(
      workers_, [hash = std::move(hash).value_or(hash_of_none_), password = std::move(password),
                 has_hash] { return credentials::matches(hash, password) && has_hash; });
}

}  // namespace tradepost::credentials
