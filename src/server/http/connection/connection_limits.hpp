#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/ground/result.hpp"
#include "http/wire/address.hpp"

namespace tradepost::http {

struct ConnectionBounds {
  std::size_t in_all = base::limits::connections_default;
  std::size_t per_address = base::limits::connections_per_address_default;
};

class ConnectionPlace;

// Counts the open connections of all loops. Thread-safe. Outlives its places.
class ConnectionLimits {
 public:
  explicit ConnectionLimits(ConnectionBounds bounds) : bounds_(bounds) {}

  // Returns the place of one connection, held until it ends. Fails if a limit is reached.
  base::Result<ConnectionPlace> take_place(const Address& peer);

 private:
  friend class ConnectionPlace;
  void give_back(const Address& counted_as);

  const ConnectionBounds bounds_;

  std::mutex mutex_;

  // Guarded by mutex_.
  std::size_t in_all_ = 0;
  std::map<Address, std::size_t> per_address_;
};

class ConnectionPlace {
 public:
  ConnectionPlace(ConnectionPlace&& other) noexcept
      : limits_(std::exchange(other.limits_, nullptr)), counted_as_(other.counted_as_) {}
  ConnectionPlace& operator=(ConnectionPlace&&) = delete;
  ~ConnectionPlace() {
    if (limits_ != nullptr) limits_->give_back(counted_as_);
  }

 private:
  friend class ConnectionLimits;
  ConnectionPlace(ConnectionLimits& limits, const Address& counted_as)
      : limits_(&limits), counted_as_(counted_as) {}

  ConnectionLimits* limits_;
  Address counted_as_;
};

}  // namespace tradepost::http
