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

// The author of a request: a program, as identified by its token, or a person in a session. It
// never contains the token or the secret of the session.
struct Caller {
  ParticipantId participant;
  TokenId token;  // zero for a person
  Flow flow{};
  Scopes scopes;
  PersonId person = {};  // zero for a program
  SessionId session = {};

  Actor actor() const { return Actor::of(participant, person); }
  Viewer viewer() const { return {.participant = participant, .flow = flow}; }
};

class JudgingPool;

// Limits the cases for rejections to 60 a minute, sender and flow (contract 1.1, 4.2). Any thread
// may call it. Each process counts separately.
class RejectionLimit {
 public:
  bool take(ParticipantId sender, Flow flow, Instant now);

 private:
  struct Window {
    Instant began{};
    std::uint32_t count = 0;
  };
  std::mutex mutex_;
  // Guarded by mutex_. A new minute removes the windows that have ended.
  std::map<std::pair<ParticipantId, Flow>, Window> windows_;
  Instant swept_{};
};

// The context of the use cases: one for each executor, because the reader and the generator of ids
// belong to one thread. It must outlive every task that was started with it.
struct Desk {
  Store& store;
  LiveDirectory& directory;
  const base::Clock& clock;
  base::UuidGenerator& ids;
  document::Reader& reader;
  RejectionLimit& rejections;
  Rules rules;
  JudgingPool* large_bodies = nullptr;  // nullptr: the executor reads all bodies
  // Set when the process is about to end: work in slices stops after one, and the next start
  // continues it.
  const std::atomic<bool>* is_ending = nullptr;  // nullptr: never set

  bool ends() const { return is_ending != nullptr && *is_ending; }
};

}  // namespace tradepost::exchange
