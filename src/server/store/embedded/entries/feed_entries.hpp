#pragma once

#include <span>
#include <vector>

#include "store/embedded/entries/frame_entries.hpp"
#include "store/embedded/format/queue_name.hpp"

namespace tradepost::store::embedded {

// The entries of the events for webhooks.
class FeedEntries {
 public:
  explicit FeedEntries(FrameEntries& frame) : frame_(frame) {}

  void begin() { fed_.clear(); }
  // Adds the events of the effect. `about` is the document that it changes, or nullptr.
  void put(const exchange::Effect& effect, const Row* about, At at);
  Done keep(const exchange::EndpointProgress& effect);
  Done keep(const exchange::FeedCarried& effect);
  std::span<const QueueName> fed() const { return fed_; }

 private:
  // Removes the events that all endpoints of the feed have received.
  Done tidy(exchange::EndpointId id, exchange::Position before);

  FrameEntries& frame_;
  std::vector<QueueName> fed_;
};

}  // namespace tradepost::store::embedded
