#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "exchange/port/changes.hpp"
#include "exchange/port/store_format.hpp"
#include "journal/journal.hpp"
#include "store/embedded/commit/committer.hpp"
#include "store/embedded/commit/flusher.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/index/index.hpp"
#include "store/embedded/index/queues.hpp"

namespace tradepost::store::embedded {

// The dependencies of the store. All must outlive it.
struct Environment {
  journal::Folder& folder;  // the journal's
  std::string index_folder;
  const base::Clock& clock;
  base::Random& random;  // used by one thread of the store
  // Called once, on a thread of the store: nothing more is written, and the process should end. The
  // next start finds everything that was acknowledged. It rebuilds the index if the index is
  // damaged (index_damage()).
  std::function<void(const base::Error&)> on_failure;
  Watch watch;  // while a start reads the journal
  // Called on a thread of the store; must be short. May be empty.
  std::function<void(const ClockFall&)> on_clock_fall = {};
  // The data folder, for the file `journal-end` and for `tradepost migrate`. nullptr: the store
  // writes no such file, and the network cannot leave the folder.
  journal::Folder* data = nullptr;
  // Receives every batch that readers can see. May be nullptr.
  exchange::Changes* changes = nullptr;
};

struct EmbeddedOptions {
  journal::Options journal;
  IndexOptions index;
  CommitterOptions committer;
  FlushOptions flush;
  std::size_t queue_bytes_max = Queues::bytes_max_default;
  unsigned read_threads = 2;
  exchange::StoreFormat newest_format = exchange::newest_format;

  // Options of a read-only store: it receives no commands and does not continue stored intents.
  static EmbeddedOptions only_read() {
    EmbeddedOptions options;
    options.committer.finishes_intents = false;
    return options;
  }
};

}  // namespace tradepost::store::embedded
