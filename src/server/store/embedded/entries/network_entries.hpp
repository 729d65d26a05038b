#pragma once

#include <set>

#include "store/embedded/entries/frame_entries.hpp"

namespace tradepost::store::embedded {

// The entries of the data that is completely in memory: the directory, intents, keys and numbers;
// and the last polls.
class NetworkEntries {
 public:
  explicit NetworkEntries(FrameEntries& frame) : frame_(frame) {}

  void begin() { changed_ranges_.clear(); }
  Done keep(const exchange::KeyUsed& effect);
  Done keep(const exchange::NumbersTaken& effect);
  Done keep(const exchange::Seen& effect);
  Done keep(const exchange::DirectorySet& effect);
  Done keep(const exchange::IntentSet& effect);
  Done keep(const exchange::IntentStepped& effect);
  // Adds the entries that have one value for each frame.
  void finish();

 private:
  FrameEntries& frame_;
  std::set<exchange::RangeId> changed_ranges_;
};

}  // namespace tradepost::store::embedded
