#include "openid/discovery.hpp"

#include <chrono>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "openid/answer.hpp"

namespace tradepost::openid {
namespace {

constexpr std::chrono::hours valid_for{1};
constexpr std::chrono::minutes newer_keys_after{1};
constexpr std::chrono::seconds pause_after_failure{5};

}  // namespace

using base::Task;

Task<Discovery::Outcome> Discovery::current() {
  DiscoveredPtr none;
  Outcome outcome = co_await newer_than(std::move(none));
  co_return std::move(outcome);
}

std::optional<Discovery::Outcome> Discovery::cached(const DiscoveredPtr& known,
                                                    base::SteadyTime now) const {
  const bool is_valid = discovered_ && now < discovered_at_ + valid_for;
  if (is_valid && known != discovered_) return discovered_;
  if (is_valid && now < read_at_ + newer_keys_after) return discovered_;
  if (!is_valid && refusal_ && now < read_at_ + pause_after_failure) {
    return std::unexpected(*refusal_);
  }
  return std::nullopt;
}

Task<Discovery::Outcome> Discovery::newer_than(DiscoveredPtr known) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Outcome> reading(executor);
  bool is_read_by_other = false;
  {
    const std::lock_guard lock(mutex_);
    if (auto outcome = cached(known, executor.now())) co_return *std::move(outcome);
    is_read_by_other = std::exchange(is_reading_, true);
    if (is_read_by_other) waiting_.push_back(reading.completer());
  }
  if (is_read_by_other) {
    Outcome outcome = co_await reading.wait();
    co_return std::move(outcome);
  }

  Outcome outcome = co_await read();
  std::vector<base::Completer<Outcome>> waiting;
  {
    const std::lock_guard lock(mutex_);
    read_at_ = executor.now();
    refusal_ = outcome ? std::nullopt : std::optional(outcome.error());
    if (outcome) {
      discovered_ = *outcome;
      discovered_at_ = read_at_;
    }
    is_reading_ = false;
    waiting = std::exchange(waiting_, {});
  }
  for (auto& completer : waiting) completer.fulfil(outcome);
  co_return std::move(outcome);
}

Task<Discovery::Outcome> Discovery::read() {
  if (!is_issuer(provider_.issuer)) {
    co_return std::unexpected(Refusal{Reason::endpoint_not_secure});
  }
  calls::Call discovery_call = call_of(provider_, discovery_url_of(provider_.issuer));
  const auto document = co_await answer_of(calls_, std::move(discovery_call));
  if (!document) co_return std::unexpected(document.error());
  auto metadata = metadata_in(*document, provider_.issuer);
  if (!metadata) co_return std::unexpected(Refusal{metadata.error()});
  calls::Call keys_call = call_of(provider_, metadata->jwks_uri);
  const auto set = co_await answer_of(calls_, std::move(keys_call));
  if (!set) co_return std::unexpected(set.error());
  auto keys = keys_in(*set);
  if (!keys) co_return std::unexpected(Refusal{keys.error()});
  co_return std::make_shared<const Discovered>(*std::move(metadata), *std::move(keys));
}

}  // namespace tradepost::openid
