#include "credentials/hashing_pool.hpp"

#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"

namespace tradepost::credentials {
namespace {

// A sign-in that waits behind so many others would not be answered in time.
constexpr std::size_t waiting_max = 64;

template <typename Answer, typename Work>
base::Task<std::optional<Answer>> worked(base::WorkerPool<base::NoTool>& workers, Work work) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Answer> answered(executor);
  const bool is_taken = workers.post([work = std::move(work), done = answered.completer()](
                                         base::NoTool&) mutable { done.fulfil(work()); });
  if (!is_taken) co_return std::nullopt;
  Answer answer = co_await answered.wait();
  co_return std::optional<Answer>(std::move(answer));
}

}  // namespace

HashingPool::HashingPool(std::size_t threads, const Cost& cost)
    : cost_(cost),
      hash_of_none_(hash_of_no_password(cost)),
      workers_({.name = "hash", .threads = threads, .waiting_max = waiting_max},
               [] { return base::NoTool(); }) {}

base::Task<std::optional<std::string>> HashingPool::hashed(std::string password) {
  return worked<std::string>(workers_, [this, password = std::move(password)] {
    return credentials::hashed(password, cost_);
  });
}

base::Task<std::optional<bool>> HashingPool::matches(std::optional<std::string> hash,
                                                     std::string password) {
  const bool has_hash = hash.has_value();
  return worked<bool>(
      workers_, [hash = std::move(hash).value_or(hash_of_none_), password = std::move(password),
                 has_hash] { return credentials::matches(hash, password) && has_hash; });
}

}  // namespace tradepost::credentials
