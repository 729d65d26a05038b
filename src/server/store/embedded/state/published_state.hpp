#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/tasks/completion.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/embedded/state/committed_state.hpp"

namespace tradepost::store::embedded {

// The part of the committed state that readers see, at the record of the index. Thread-safe; only
// the index stage changes it.
class PublishedState {
 public:
  PublishedState() = default;
  // The state at a start: each entry with the directory's revision that it made.
  using Entries = std::map<exchange::Revision, exchange::DirectoryEntry>;
  PublishedState(const CommittedState& committed, const Entries& entries);
  // Shows these effects, which are in the index.
  void show(const CommittedState& committed, std::span<const exchange::Effect> effects);

  exchange::DirectoryPtr directory() const;
  exchange::DirectoryNews news_since(exchange::Revision since) const;
  exchange::NextNumbers next_numbers() const;
  std::vector<exchange::Intent> intents() const;
  std::map<exchange::EndpointId, exchange::EndpointProgress> endpoints() const;

  // Returns true if `concerns` accepts a running intent.
  template <typename Concerns>
  bool is_under_way(Concerns concerns) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, standing] : intents_) {
      if (concerns(standing.intent)) return true;
    }
    return false;
  }
  // Fulfils `done` when an intent ends; at once if none is running or after end_waits().
  void when_one_is_done(base::Completer<bool> done);
  // Ends all waits for intents, because the process is about to end.
  void end_waits();
  bool waits_have_ended() const;

 private:
  void put(exchange::Revision whole, const exchange::DirectoryEntry& entry);

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  exchange::DirectoryPtr directory_ = exchange::Directory::empty();
  Entries entries_;  // the newest of each, by the directory's revision
  std::map<std::string, exchange::Revision> revisions_;
  exchange::NextNumbers next_numbers_;
  std::map<exchange::IntentId, IntentProgress> intents_;
  std::map<exchange::EndpointId, exchange::EndpointProgress> endpoints_;
  std::vector<base::Completer<bool>> waiting_;
  bool waits_have_ended_ = false;
};

}  // namespace tradepost::store::embedded
