#pragma once

#include <vector>

#include "exchange/port/call_places.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/embedded/reads/views.hpp"
#include "store/embedded/state/feed_looks.hpp"
#include "store/embedded/state/leases.hpp"

namespace tradepost::store::embedded {

// The reads of endpoints and of the events that they have not received. Thread-safe.
class WebhookReads {
 public:
  // All must outlive this.
  WebhookReads(const Views& views, const PublishedState& published, Leases& leases,
               FeedLooks& feed_looks)
      : views_(views), published_(published), leases_(leases), feed_looks_(feed_looks) {}

  // Returns due deliveries without a lease.
  Result<std::vector<exchange::DueDelivery>> due(exchange::Instant now, exchange::CallPlaces places,
                                                 ReadContext& context);
  // Returns the deliveries whose endpoints had no lease, each with the fence of a new one.
  std::vector<exchange::DueDelivery> leased(std::vector<exchange::DueDelivery> due,
                                            exchange::Instant now);
  Result<std::vector<exchange::EndpointStanding>> standings(
      const std::vector<exchange::EndpointId>& ids, ReadContext& context) const;

 private:
  const Views& views_;
  const PublishedState& published_;
  Leases& leases_;
  FeedLooks& feed_looks_;
};

}  // namespace tradepost::store::embedded
