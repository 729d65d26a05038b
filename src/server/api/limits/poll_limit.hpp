#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "exchange/model/model.hpp"

namespace tradepost::api {

class PollPlace;

// The longest wait for a change, and the pause before a client asks again. Together with the limit
// of waiting requests they bound the cost of pages that update themselves.
inline constexpr std::chrono::seconds change_wait_max{25};
inline constexpr std::chrono::seconds change_pause{2};

// Limits the number of waiting requests per token (contract 6.5). Thread-safe. Outlives its places.
class PollLimit {
 public:
  // Returns nullopt if all places of the token are taken.
  std::optional<PollPlace> take_place(exchange::TokenId token);

 private:
  friend class PollPlace;
  void give_back(exchange::TokenId token);

  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<exchange::TokenId, std::size_t> waiting_;
};

class PollPlace {
 public:
  PollPlace(PollPlace&& other) noexcept
      : limit_(std::exchange(other.limit_, nullptr)), token_(other.token_) {}
  PollPlace& operator=(PollPlace&&) = delete;
  ~PollPlace() {
    if (limit_ != nullptr) limit_->give_back(token_);
  }

 private:
  friend class PollLimit;
  PollPlace(PollLimit& limit, exchange::TokenId token) : limit_(&limit), token_(token) {}

  PollLimit* limit_;
  exchange::TokenId token_;
};

// A request that may wait for a document or a change. Its handler and its connection share it.
struct Poll {
  std::chrono::seconds wait_time;
  std::optional<PollPlace> place = {};
  bool client_has_left = false;

  // Frees the place at once for other requests of the token. The handler ends at its next check.
  void leave() {
    client_has_left = true;
    place.reset();
  }
};

}  // namespace tradepost::api
