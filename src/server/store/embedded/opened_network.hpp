#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "journal/journal.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/embedded_options.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// The result of a start: the index is at the journal's end, and the state in memory fits both.
struct OpenedNetwork {
  std::unique_ptr<journal::Journal> journal;
  std::unique_ptr<Index> index;
  LoadedState loaded;
  std::vector<exchange::Seen> seen;
  Applied applied;
  std::optional<base::Error> mended;  // the damage of the index that was rebuilt
};

// Rebuilds an index that does not fit the journal or is damaged. Fails as EmbeddedStore::open().
Result<OpenedNetwork> open_network(const Environment& environment, const EmbeddedOptions& options);

}  // namespace tradepost::store::embedded
