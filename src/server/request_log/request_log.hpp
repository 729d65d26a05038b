#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/newest_items.hpp"
#include "request_log/logged_request.hpp"

namespace tradepost::request_log {

// The newest requests of each participant and flow that this process has answered, within the
// bounds of base::NewestItems. Any thread may call it.
class RequestLog {
 public:
  // Refused requests are kept separately, so that polls do not replace them. The others are reads,
  // and requests that exceeded a limit, because a client may repeat both without a pause.
  enum class Sort : std::uint8_t { refused, change, other };
  static constexpr std::size_t sorts = 3;
  static constexpr std::size_t kept_max(Sort sort) { return sort == Sort::other ? 50 : 100; }
  static constexpr std::size_t bytes_of_owner_max = 1u << 20;
  // The lists of an owner with few requests, and its place in the log.
  static constexpr std::size_t bookkeeping_of_owner = 2'200;

 private:
  struct HashOf {
    std::size_t operator()(const Owner& owner) const;
  };
  struct Rules {
    using Owner = request_log::Owner;
    using Item = Logged;
    using Sort = RequestLog::Sort;
    using HashOfOwner = HashOf;
    static constexpr std::size_t sorts = RequestLog::sorts;
    static constexpr std::size_t bytes_of_owner_max = RequestLog::bytes_of_owner_max;
    static constexpr std::size_t bookkeeping_of_owner = RequestLog::bookkeeping_of_owner;
    static constexpr Sort shortened_first = Sort::refused;  // these have bodies
    static constexpr std::size_t kept_max(Sort sort) { return RequestLog::kept_max(sort); }
    static Sort sort_of(const Logged& request);
    static exchange::Instant at(const Logged& request) { return request->at; }
    static base::Uuid id(const Logged& request) { return request->id; }
    static std::size_t memory_of(const Logged& request) { return request_log::memory_of(*request); }
  };
  using Items = base::NewestItems<Rules>;

 public:
  using Bounds = Items::Bounds;

  // `clock` must outlive the log.
  RequestLog(const base::Clock& clock, Bounds bounds) : items_(clock, bounds) {}

  // Keeps refused requests for longer than this process. It is called before the first request.
  using Keep = std::function<void(const Owner& owner, const LoggedRequest& request)>;
  void keep_refused_by(Keep keep) { keep_refused_ = std::move(keep); }

  void add(const Owner& owner, Logged request);
  // Returns the requests of the owner, newest first.
  std::vector<Logged> newest(const Owner& owner) { return items_.newest(owner); }
  // Returns nullptr if the owner has no such request.
  Logged find(const Owner& owner, const base::Uuid& id) { return items_.find(owner, id); }

  // Removes the requests that are too old.
  void remove_old() { items_.remove_old(); }

  std::uint64_t bytes_max() const { return items_.bounds().bytes; }
  std::chrono::days kept_for() const { return items_.bounds().kept_for; }
  // Returns the memory of all requests and their owners.
  std::uint64_t bytes_in_use() const { return items_.bytes_in_use(); }

 private:
  Keep keep_refused_;
  Items items_;
};

// Returns the sort of a request.
RequestLog::Sort sort_of(const LoggedRequest& request);

}  // namespace tradepost::request_log
