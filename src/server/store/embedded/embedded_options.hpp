#pragma once

#include <cstddef>

#include "journal/journal.hpp"
#include "store/embedded/commit/committer.hpp"
#include "store/embedded/commit/flusher.hpp"
#include "store/embedded/index/index.hpp"
#include "store/embedded/index/queues.hpp"

namespace tradepost::store::embedded {

struct EmbeddedOptions {
  journal::Options journal;
  IndexOptions index;
  CommitterOptions committer;
  FlushOptions flush;
  std::size_t queue_bytes_max = Queues::bytes_max_default;
  unsigned read_threads = 2;

  // Options of a read-only store: it receives no commands and does not continue stored intents.
  static EmbeddedOptions only_read() {
    EmbeddedOptions options;
    options.committer.finishes_intents = false;
    return options;
  }
};

}  // namespace tradepost::store::embedded
