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

// How long a request waits for a change, and how soon a client asks again. Together with the bound
// of waiting requests they say what pages that update themselves cost.
inline constexpr std::chrono::seconds change_wait_max{25};
inline constexpr std::chrono::seconds change_pause{2};

// So many requests of one token may wait at a time (contract 6.5). Any thread; it outlives its
// places.
class PollLimit {
 public:
  // Nothing where all places of the token are taken.
  std::optional<PollPlace> take_place(exchange::TokenId token);

 private:
  friend class PollPlace;
  void give_back(exchange::TokenId token);

  std::mutex mutex_;
  // guarded by mutex_
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

// A request that wishes to wait for a document or a change, as its handler and its connection know
// it.
struct Poll {
  std::chrono::seconds wish;
  std::optional<PollPlace> place = {};
  bool client_has_left = false;

  // Others of the token find its place free at once; it ends itself when it next looks.
  void leave() {
    client_has_left = true;
    place.reset();
  }
};

}  // namespace tradepost::api
