#include "store/embedded/entries/feed_entries.hpp"

#include <algorithm>

#include "exchange/records/feed.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

bool is_fed(const exchange::Endpoint& endpoint, const QueueName& feed) {
  return endpoint.flow == feed.flow && endpoint.state != exchange::EndpointState::removed;
}

}  // namespace

// A feed without endpoints is not stored: a new endpoint gets only later events.
void FeedEntries::put(const exchange::Effect& effect, const Row* about, At at) {
  std::uint8_t nth = 0;
  for (const auto& entry : exchange::feed_of(effect, about == nullptr ? nullptr : &about->known)) {
    const QueueName feed{.participant = entry.participant, .flow = entry.flow};
    const auto endpoints = frame_.committed.directory->endpoints_of(entry.participant);
    if (std::ranges::none_of(endpoints, [&](const auto* one) { return is_fed(*one, feed); }))
      continue;
    frame_.batch.put(
        key<layouts::feed>(feed.participant, feed.flow, at.sequence, nth++),
        encoded(FeedValue{.type = static_cast<std::uint8_t>(entry.type), .id = entry.id}));
    fed_.push_back(feed);
  }
}

Done FeedEntries::tidy(exchange::EndpointId id, exchange::Position before) {
  const exchange::Endpoint* const endpoint = frame_.committed.directory->endpoint(id);
  if (endpoint == nullptr) return {};
  const QueueName feed{.participant = endpoint->participant, .flow = endpoint->flow};
  exchange::Position behind_all = frame_.committed.endpoints.at(id).position;
  for (const auto* const other : frame_.committed.directory->endpoints_of(feed.participant)) {
    if (!is_fed(*other, feed)) continue;
    const exchange::Position position = frame_.committed.endpoints.at(other->id).position;
    behind_all = std::min(behind_all, position);
    if (other->id != id) before = std::min(before, position);
  }
  if (behind_all <= before) return {};
  auto walk = frame_.records.index().walk(key<layouts::feed>(feed.participant, feed.flow),
                                          keys::position(before + 1), frame_.context);
  while (walk.next() && keys::position_of(walk.key()) <= behind_all) {
    frame_.batch.remove(key<layouts::feed>(feed.participant, feed.flow) + std::string(walk.key()));
  }
  return walk.done();
}

Done FeedEntries::keep(const exchange::EndpointProgress& effect) {
  TRY_ASSIGN(const auto before, frame_.records.kept<exchange::EndpointProgress>(
                                    key<layouts::endpoint>(effect.endpoint), frame_.context));
  frame_.batch.put(key<layouts::endpoint>(effect.endpoint), kept(effect));
  return before ? tidy(effect.endpoint, before->position) : Done();
}

Done FeedEntries::keep(const exchange::FeedCarried& effect) {
  const auto& [position, entry] = effect.place;
  const QueueName feed{.participant = entry.participant, .flow = entry.flow};
  frame_.batch.put(
      key<layouts::feed>(feed.participant, feed.flow, position, 0),
      encoded(FeedValue{.type = static_cast<std::uint8_t>(entry.type), .id = entry.id}));
  fed_.push_back(feed);
  return {};
}

}  // namespace tradepost::store::embedded
