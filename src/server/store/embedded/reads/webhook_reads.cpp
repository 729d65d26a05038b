#include "store/embedded/reads/webhook_reads.hpp"

#include "base/ground/limits.hpp"

namespace tradepost::store::embedded {
namespace {

QueueName feed_of(const exchange::Endpoint& endpoint) {
  return {.participant = endpoint.participant, .flow = endpoint.flow};
}

}  // namespace

Result<std::vector<exchange::DueDelivery>> WebhookReads::due(exchange::Instant now,
                                                             exchange::CallPlaces places,
                                                             ReadContext& context) {
  std::vector<exchange::DueDelivery> due;
  const exchange::DirectoryPtr directory = published_.directory();
  const auto endpoints = published_.endpoints();
  // Begins after the endpoint that was leased last, so that every endpoint gets a turn.
  auto at = endpoints.upper_bound(leases_.taken_last());
  for (std::size_t looked_at = 0; looked_at < endpoints.size(); ++looked_at, ++at) {
    if (at == endpoints.end()) at = endpoints.begin();
    if (!places.has_any()) break;
    const auto& [id, progress] = *at;
    const auto* const endpoint = directory->endpoint(id);
    const bool is_active = endpoint != nullptr &&
                           progress.state == exchange::EndpointState::active &&
                           exchange::is_due(progress, now) && !leases_.is_taken(id, now);
    if (!is_active || !places.has_one_for(endpoint->participant)) continue;
    const auto look = feed_looks_.begin(*endpoint, progress.position);
    if (!look) continue;
    TRY_ASSIGN(auto part, views_.feed({.of = feed_of(*endpoint),
                                       .after = look->after,
                                       .types = endpoint->events,
                                       .count_max = base::limits::webhook_events_in_a_go},
                                      context));
    if (part.entries.empty()) {
      const auto reaches = part.is_whole ? FeedLooks::Reaches::whole : FeedLooks::Reaches::part;
      feed_looks_.found_nothing(*endpoint, *look, part.seen, reaches);
      continue;
    }
    places.take(endpoint->participant);
    due.push_back({.endpoint = id,
                   .participant = endpoint->participant,
                   .position = part.entries.front().position,
                   .entry = part.entries.front().entry,
                   .fence = progress.fence});
    due.back().behind.assign(part.entries.begin() + 1, part.entries.end());
  }
  return due;
}

std::vector<exchange::DueDelivery> WebhookReads::leased(std::vector<exchange::DueDelivery> due,
                                                        exchange::Instant now) {
  std::erase_if(due, [&](exchange::DueDelivery& delivery) {
    const auto fence = leases_.take(delivery.endpoint, delivery.fence, now);
    delivery.fence = fence.value_or(0);
    return !fence;
  });
  return due;
}

Result<std::vector<exchange::EndpointStanding>> WebhookReads::standings(
    const std::vector<exchange::EndpointId>& ids, ReadContext& context) const {
  std::vector<exchange::EndpointStanding> standings;
  const exchange::DirectoryPtr directory = published_.directory();
  const auto endpoints = published_.endpoints();
  for (const exchange::EndpointId id : ids) {
    const auto at = endpoints.find(id);
    const auto* const endpoint = directory->endpoint(id);
    if (at == endpoints.end() || endpoint == nullptr) continue;
    TRY_ASSIGN(const auto part, views_.feed({.of = feed_of(*endpoint),
                                             .after = at->second.position,
                                             .types = endpoint->events,
                                             .count_max = base::limits::webhook_events_counted_max},
                                            context));
    standings.push_back({.progress = at->second,
                         .waiting = static_cast<std::uint32_t>(part.entries.size()),
                         .next = {}});
    if (!part.entries.empty()) standings.back().next = part.entries.front();
  }
  return standings;
}

}  // namespace tradepost::store::embedded
