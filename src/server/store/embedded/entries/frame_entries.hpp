#pragma once

#include <set>
#include <string_view>

#include "exchange/port/changes.hpp"
#include "store/embedded/index/index.hpp"
#include "store/embedded/index/records.hpp"
#include "store/embedded/state/committed_state.hpp"

namespace tradepost::store::embedded {

// The position of a record in the journal.
struct At {
  journal::Sequence sequence;
  journal::Place place;
};

// The entries of one frame, and the data from which they are made.
struct FrameEntries {
  const Records& records;
  CommittedState& committed;  // includes the record that is applied
  ReadContext context = {};   // for a thread that may wait
  Batch batch = {};
  std::set<exchange::ChangeViewer> changed = {};  // the viewers that see changed data

  // Puts or removes an entry.
  void set(std::string_view key, std::string_view value, bool is_there) {
    if (is_there) {
      batch.put(key, value);
    } else {
      batch.remove(key);
    }
  }
};

}  // namespace tradepost::store::embedded
