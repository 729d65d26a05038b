#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/ground/webhook_limits.hpp"
#include "base/newest_items.hpp"
#include "exchange/webhooks/webhook_calls.hpp"

namespace tradepost::webhooks {

// The newest calls of each endpoint, within the bounds of base::NewestItems. Any thread may call
// it.
class CallLog {
 private:
  struct Rules {
    using Owner = exchange::EndpointId;
    using Item = exchange::MadeCall;
    // Failed calls are kept separately, so that accepted ones do not replace them.
    using Sort = exchange::CallOutcome;
    using HashOfOwner = std::hash<exchange::EndpointId>;
    static constexpr std::size_t sorts = 2;
    static constexpr std::size_t bytes_of_owner_max = 512u << 10;
    // The lists of an endpoint with few calls, and its place in the log.
    static constexpr std::size_t bookkeeping_of_owner = 1'600;
    static constexpr Sort shortened_first = Sort::taken;
    static constexpr std::size_t kept_max(Sort /*sort*/) {
      return base::limits::webhook_calls_kept_max;
    }
    static Sort sort_of(const Item& call) { return call->is_taken() ? Sort::taken : Sort::failed; }
    static exchange::Instant at(const Item& call) { return call->at; }
    static base::Uuid id(const Item& call) { return call->id; }
    static std::size_t memory_of(const Item& call);
  };
  using Items = base::NewestItems<Rules>;

 public:
  using Bounds = Items::Bounds;

  // `clock` must outlive the log.
  CallLog(const base::Clock& clock, Bounds bounds) : items_(clock, bounds) {}

  // Keeps calls for longer than this process. It is called before the first call, and with nullptr
  // after the last one.
  using Keep = std::function<void(exchange::EndpointId endpoint, const exchange::WebhookCall&)>;
  void keep_by(Keep keep) { keep_ = std::move(keep); }

  // Sets the number of the attempt.
  exchange::MadeCall add(exchange::EndpointId endpoint, exchange::WebhookCall call);
  // Adds a call of an earlier process.
  void restore(exchange::EndpointId endpoint, exchange::MadeCall call);

  // Returns the calls of the endpoint, newest first.
  std::vector<exchange::MadeCall> calls(exchange::EndpointId endpoint,
                                        const exchange::CallsWanted& wanted);
  // Returns nullptr if the endpoint has no such call.
  exchange::MadeCall find(exchange::EndpointId endpoint, const base::Uuid& id) {
    return items_.find(endpoint, id);
  }
  // Returns all calls, oldest first for each endpoint.
  std::vector<std::pair<exchange::EndpointId, exchange::MadeCall>> all() const;

  // Removes the calls of endpoints for which `is_gone` returns true. Returns the number of these
  // endpoints.
  std::size_t forget(const std::function<bool(const exchange::EndpointId&)>& is_gone) {
    return items_.remove_owners(is_gone);
  }
  // Removes the calls that are too old.
  void remove_old() { items_.remove_old(); }

  const Bounds& bounds() const { return items_.bounds(); }
  std::uint64_t bytes_in_use() const { return items_.bytes_in_use(); }

 private:
  Keep keep_;
  Items items_;
};

}  // namespace tradepost::webhooks
