#include "http/connection/connection_limits.hpp"

#include "http/wire/refusal.hpp"

namespace tradepost::http {

base::Result<ConnectionPlace> ConnectionLimits::take_place(const Address& peer) {
  const Address counted_as = peer.counted_as();
  const std::lock_guard lock(mutex_);
  if (in_all_ >= bounds_.in_all) return base::refuse(too_many_connections());
  std::size_t& of_address = per_address_[counted_as];
  if (of_address >= bounds_.per_address) {
    return base::refuse(too_many_connections_from_one_address());
  }
  ++of_address;
  ++in_all_;
  return ConnectionPlace(*this, counted_as);
}

void ConnectionLimits::give_back(const Address& counted_as) {
  const std::lock_guard lock(mutex_);
  --in_all_;
  const auto found = per_address_.find(counted_as);
  if (--found->second == 0) per_address_.erase(found);
}

}  // namespace tradepost::http
