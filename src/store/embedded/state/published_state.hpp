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

// What readers see of the standing: as far as the index. Any thread; a change comes from the index
// stage alone.
class PublishedState {
 public:
  // As a start finds it: each entry with the revision of the whole that it made.
  using Entries = std::map<exchange::Revision, exchange::DirectoryEntry>;
  void load(const CommittedState& standing, const Entries& entries);
  // These effects are in the index now.
  void show(const CommittedState& standing, std::span<const exchange::Effect> effects);

  exchange::DirectoryPtr directory() const;
  exchange::DirectoryNews news_since(exchange::Revision since) const;
  exchange::NextNumbers next_numbers() const;
  std::vector<exchange::Intent> intents() const;
  std::map<exchange::EndpointId, exchange::EndpointProgress> endpoints() const;

  // Nothing where no intent is under way that `concerns` says; else it is to be fulfilled by the
  // first that is done.
  template <typename Concerns>
  bool is_under_way(Concerns concerns) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, standing] : intents_) {
      if (concerns(standing.intent)) return true;
    }
    return false;
  }
  // Fulfilled when an intent is done; at once where none is under way, and after end_waits().
  void when_one_is_done(base::Completer<bool> done);
  // From now on nobody waits for an intent: the process is about to end.
  void end_waits();
  bool waits_have_ended() const;

 private:
  void put(exchange::Revision whole, const exchange::DirectoryEntry& entry);

  mutable std::mutex mutex_;
  // guarded by mutex_
  exchange::DirectoryPtr directory_ = exchange::Directory::empty();
  Entries entries_;  // the newest of each, by the revision of the whole
  std::map<std::string, exchange::Revision> revisions_;
  exchange::NextNumbers next_numbers_;
  std::map<exchange::IntentId, IntentProgress> intents_;
  std::map<exchange::EndpointId, exchange::EndpointProgress> endpoints_;
  std::vector<base::Completer<bool>> waiting_;
  bool waits_have_ended_ = false;
};

}  // namespace tradepost::store::embedded
