#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "exchange/model/directory_entries.hpp"
#include "store/embedded/index/queues.hpp"

namespace tradepost::store::embedded {

// The positions up to which feeds have no match for an endpoint, so that the same entries are not
// searched repeatedly. Not persistent. Thread-safe.
class FeedLooks {
 public:
  // Records that these feeds have new readable entries.
  void came(std::span<const QueueName> feeds) {
    const std::lock_guard lock(mutex_);
    for (const QueueName& feed : feeds) ++news_[feed];
  }

  struct Look {
    exchange::Position after = 0;
    std::uint64_t news = 0;  // the feed's count of news when the search began
  };
  // Returns the start of a search for an endpoint, after the last entry that it has received.
  // Returns nullopt if the last search reached the end without a match and the feed has no news.
  std::optional<Look> begin(const exchange::Endpoint& endpoint, exchange::Position position) {
    const std::lock_guard lock(mutex_);
    const auto news = news_.find({.participant = endpoint.participant, .flow = endpoint.flow});
    const Look look{.after = position, .news = news == news_.end() ? 0 : news->second};
    const auto before = looks_.find(endpoint.id);
    if (before == looks_.end() || before->second.revision != endpoint.revision) return look;
    const Last& last = before->second;
    if (last.after < position) return look;
    if (last.is_whole && last.news == look.news) return std::nullopt;
    return Look{.after = last.after, .news = look.news};
  }
  // Records that the feed has no match up to `after`; with `whole`, none after it either.
  enum class Reaches : std::uint8_t { whole, part };
  void found_nothing(const exchange::Endpoint& endpoint, const Look& look, exchange::Position after,
                     Reaches reaches) {
    const std::lock_guard lock(mutex_);
    looks_[endpoint.id] = {.revision = endpoint.revision,
                           .after = after,
                           .news = look.news,
                           .is_whole = reaches == Reaches::whole};
  }

 private:
  struct Last {
    exchange::Revision revision = 0;
    exchange::Position after = 0;
    std::uint64_t news = 0;
    bool is_whole = false;
  };
  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<QueueName, std::uint64_t> news_;
  std::map<exchange::EndpointId, Last> looks_;
};

}  // namespace tradepost::store::embedded
