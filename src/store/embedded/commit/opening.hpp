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

// How far a start is in reading the journal.
struct Progress {
  journal::Sequence done = 0;
  journal::Sequence of = 0;
};
struct Watch {
  std::function<void(const Progress&)> tell = {};  // may be empty
  // Asked frame by frame; may be empty: it goes on to its end.
  std::function<bool()> is_to_end = {};
};

// Of the identity that the journal has; nothing where there is no journal yet.
Result<std::optional<journal::Identity>> identity_in(journal::Folder& folder);

// What the index says of itself; nothing if it is new, of another journal or of another format, so
// that it can't be continued.
Result<std::optional<Applied>> applied_in(const Index& index,
                                          const std::optional<journal::Identity>& journal);
// Whether the journal has the frame that the index says it ended with.
Result<bool> is_of(const journal::Journal& journal, const Applied& applied);

// The standing as far as the index, and the directory's entries by the revisions that they made.
struct LoadedState {
  CommittedState standing;
  PublishedState::Entries entries;
};
Result<LoadedState> load_state(const Index& index, const Applied& applied);

// Reads from the index's end to the frame that holds `until` or to the journal's present end, and
// advances index and standing to there. unavailable: it was stopped; the part that is in the index
// by then need not be read again.
Result<Applied> replay(Index& index, const journal::Reader& journal, Applied from,
                       CommittedState& standing, journal::Sequence until, const Watch& watch);

}  // namespace tradepost::store::embedded
