#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "journal/journal.hpp"
#include "store/embedded/format/values.hpp"
#include "store/embedded/index/index.hpp"
#include "store/embedded/state/committed_state.hpp"
#include "store/embedded/state/published_state.hpp"

namespace tradepost::store::embedded {

// The progress of the replay at a start.
struct Progress {
  journal::Sequence done = 0;
  journal::Sequence of = 0;
};
struct Watch {
  std::function<void(const Progress&)> on_progress = {};  // may be empty
  // Called after each frame; may be empty.
  std::function<bool()> is_to_end = {};
};

// Returns the journal's identity, or nullopt if the journal does not exist yet.
Result<std::optional<journal::Identity>> identity_in(journal::Folder& folder);

// Returns the state of the index. Returns nullopt if it is new, of another journal or of another
// format, so that it must be rebuilt.
Result<std::optional<Applied>> applied_in(const Index& index,
                                          const std::optional<journal::Identity>& journal);
// Returns true if the journal has the last frame of the index.
Result<bool> is_of(const journal::Journal& journal, const Applied& applied);

// The state at the record of the index, and the directory's entries by the revisions that they
// made.
struct LoadedState {
  CommittedState committed;
  PublishedState::Entries entries;
};
Result<LoadedState> load_state(const Index& index, const Applied& applied);

// Reads from the index's end to the frame with `until`, or to the journal's present end, and
// advances index and `committed`. Fails with unavailable if `watch` ended it; the part that is in
// the index need not be read again.
Result<Applied> replay(Index& index, const journal::Reader& journal, Applied from,
                       CommittedState& committed, journal::Sequence until, const Watch& watch);

}  // namespace tradepost::store::embedded
