#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "database/connection.hpp"
#include "exchange/model/directory.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// What the commits of one process have in common. Any thread.
class Node {
 public:
  explicit Node(const base::Clock& clock) : clock_(clock), ids_(clock, random_) {}

  // Of a command, before its first try.
  base::Uuid new_command_id();

  // Never before one that it gave, nor before `last`, unless the clock was far ahead.
  exchange::Instant instant_behind(exchange::Instant last);
  // Up to here instants are of a clock that was far ahead, and count no more.
  exchange::Instant fell_from() const;
  // As the last process left it: the instant of its last commit, and the latest of all.
  void go_on_from(exchange::Instant last, exchange::Instant latest);

  // The directory at that revision of the whole or a later one; asks for what is new.
  base::Result<exchange::DirectoryPtr> directory(database::Connection& connection,
                                                 exchange::Revision revision);

  // The last position of a queue, as a commit found and as it left it. Where they differ, another
  // node sends there, too.
  void note_found(const QueueName& queue, exchange::Position last);
  void note_left(const QueueName& queue, exchange::Position last);
  // Whether one did so between the last few commits of this node.
  bool is_shared(const QueueName& queue) const;

  void mark_poll(const QueueName& queue, exchange::Instant at);
  std::optional<exchange::Instant> last_poll(const QueueName& queue) const;
  std::map<QueueName, exchange::Instant> polls() const;
  // Those that were marked since the last call.
  std::map<QueueName, exchange::Instant> polls_to_keep();

 private:
  // set once
  const base::Clock& clock_;

  mutable std::mutex mutex_;
  // guarded by mutex_
  base::SystemRandom random_;
  base::UuidGenerator ids_;
  exchange::Instant last_instant_{};
  exchange::Instant fell_from_{};
  exchange::DirectoryPtr directory_ = exchange::Directory::empty();
  struct Poll {
    exchange::Instant at{};
    bool is_kept = false;
  };
  std::map<QueueName, Poll> polls_;
  struct End {
    exchange::Position left = 0;
    unsigned shared_for = 0;  // commits more
  };
  std::map<QueueName, End> ends_;
};

}  // namespace tradepost::store::postgres
