#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "request_log/logged_request.hpp"

namespace tradepost::request_log {

// The newest requests of each participant and flow that this process has answered. Any thread may
// call it.
//
// Invariants: 1. An owner has at most kept_max() requests of each sort, and bytes_of_owner_max of
// all. 2. All owners together have at most the bytes of the bounds. A new request replaces the
// oldest ones, of its owner or of all. 3. A request is removed from memory when it is older than
// the bound, at the next call for an owner of the same shard or the next remove_old().
class RequestLog {
 public:
  struct Bounds {
    std::chrono::days kept_for{7};
    std::uint64_t bytes = 32u << 20;
  };
  // Refused requests are kept separately, so that polls do not replace them. The others are reads,
  // and requests that exceeded a limit, because a client may repeat both without a pause.
  enum class Sort : std::uint8_t { refused, change, other };
  static constexpr std::size_t sorts = 3;
  static constexpr std::size_t kept_max(Sort sort) { return sort == Sort::other ? 50 : 100; }
  static constexpr std::size_t bytes_of_owner_max = 1u << 20;
  // The lists of an owner with few requests, and its place in the log.
  static constexpr std::size_t bookkeeping_of_owner = 2'200;

  // `clock` must outlive the log.
  RequestLog(const base::Clock& clock, Bounds bounds) : clock_(clock), bounds_(bounds) {}

  // Keeps refused requests for longer than this process. It is called before the first request.
  using Keep = std::function<void(const Owner& owner, const LoggedRequest& request)>;
  void keep_refused_by(Keep keep) { keep_refused_ = std::move(keep); }

  void add(const Owner& owner, Logged request);
  // Returns the requests of the owner, newest first.
  std::vector<Logged> newest(const Owner& owner);
  // Returns nullptr if the owner has no such request.
  Logged find(const Owner& owner, const base::Uuid& id);

  // Removes the requests that are too old.
  void remove_old();

  std::uint64_t bytes_max() const { return bounds_.bytes; }
  std::chrono::days kept_for() const { return bounds_.kept_for; }
  // Returns the memory of all requests and their owners.
  std::uint64_t bytes_in_use() const;

 private:
  struct Item {
    std::uint64_t number = 0;  // in the order of the shard
    std::size_t bytes = 0;
    Logged request;
  };
  using Items = std::deque<Item>;  // oldest first; only the first one is removed
  struct Kept {
    std::array<Items, sorts> by_sort;
    std::size_t bytes = bookkeeping_of_owner;
  };
  struct Place {
    Owner owner;
    Sort sort{};
    std::uint64_t number = 0;
    exchange::Instant at{};
  };
  struct HashOfOwner {
    std::size_t operator()(const Owner& owner) const;
  };
  // A part of the owners. Requests of different participants seldom wait for the same lock.
  struct Shard {
    mutable std::mutex mutex;
    // Guarded by mutex:
    std::deque<Place> order;  // oldest first, with places of items that have been removed
    std::unordered_map<Owner, Kept, HashOfOwner> owners;
    std::size_t items = 0;
    std::size_t bytes = 0;
    std::uint64_t last_number = 0;

    // These require the lock.
    bool has(const Place& place) const;
    Kept& append(const Owner& owner, Sort sort, Item item);
    void remove_first(Kept& kept, Sort sort);
    void remove(const Place& place);
    void remove_oldest();
    void remove_older_than(exchange::Instant oldest);
    void shorten(Kept& kept, Sort sort);
    void forget_removed_places();
  };
  static constexpr std::size_t shard_count = 16;

  Shard& shard_of(const Owner& owner) { return shards_[HashOfOwner()(owner) % shard_count]; }
  exchange::Instant oldest() const { return clock_.now() - bounds_.kept_for; }

  const base::Clock& clock_;
  const Bounds bounds_;
  Keep keep_refused_;
  std::array<Shard, shard_count> shards_;
};

// Returns the sort of a request.
RequestLog::Sort sort_of(const LoggedRequest& request);

}  // namespace tradepost::request_log
