#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "document/read.hpp"
#include "exchange/desk/live_directory.hpp"
#include "exchange/model/commands.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::exchange {

// Whose request it is, as its token says. Never the token itself.
struct Caller {
  ParticipantId participant;
  TokenId token;
  Flow flow{};
  Scopes scopes;

  Viewer viewer() const { return {.participant = participant, .flow = flow}; }
};

class JudgingPool;

// 60 rejections a minute, sender and flow become cases (contract 1.1, 4.2). Any thread; each
// process counts for itself.
class RejectionLimit {
 public:
  bool take(ParticipantId sender, Flow flow, Instant now);

 private:
  struct Window {
    Instant began{};
    std::uint32_t count = 0;
  };
  std::mutex mutex_;
  // guarded by mutex_; windows that ended are dropped when a new minute begins
  std::map<std::pair<ParticipantId, Flow>, Window> windows_;
  Instant swept_{};
};

// What the use cases work with: one for each executor, for the reader and the generator of ids
// belong to one thread. It outlives every task that was started with it.
struct Desk {
  Store& store;
  LiveDirectory& directory;
  const base::Clock& clock;
  base::UuidGenerator& ids;
  document::Reader& reader;
  RejectionLimit& rejections;
  Rules rules;
  JudgingPool* large_bodies = nullptr;  // none: all are judged on the executor
  // The process is about to end: work in slices stops after one, and the next start continues it.
  const std::atomic<bool>* is_ending = nullptr;  // never, where there is none

  bool ends() const { return is_ending != nullptr && *is_ending; }
};

}  // namespace tradepost::exchange
