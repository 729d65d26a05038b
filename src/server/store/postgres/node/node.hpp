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

// The state that all commits of one process share. Any thread.
class Node {
 public:
  explicit Node(const base::Clock& clock) : clock_(clock), ids_(clock, random_) {}

  // Returns the id of a command. Called before its first try.
  base::Uuid new_command_id();

  // Returns an instant that is not before an earlier result or `last`, unless the clock was far
  // ahead.
  exchange::Instant instant_behind(exchange::Instant last);
  // Instants up to this one come from a clock that was far ahead. They are ignored.
  exchange::Instant fell_from() const;
  // The instants of the last process. They differ if its clock was far ahead for a while.
  struct Resumption {
    exchange::Instant instant_of_last_commit{};
    exchange::Instant latest_instant{};
  };
  void resume(const Resumption& from);

  // Returns the whole directory at that revision or a later one. Reads the new entries if
  // necessary.
  base::Result<exchange::DirectoryPtr> directory(database::Connection& connection,
                                                 exchange::Revision revision);

  // The last position of a queue when a commit found it and when it left it. If they differ,
  // another node also sends to the queue.
  void note_found(const QueueName& queue, exchange::Position last);
  void note_left(const QueueName& queue, exchange::Position last);
  // Returns true if another node did so between the last few commits of this node.
  bool is_shared(const QueueName& queue) const;

  void mark_poll(const QueueName& queue, exchange::Instant at);
  std::optional<exchange::Instant> last_poll(const QueueName& queue) const;
  std::map<QueueName, exchange::Instant> polls() const;
  // Returns the polls that were marked since the last call.
  std::map<QueueName, exchange::Instant> polls_to_keep();

 private:
  // Immutable.
  const base::Clock& clock_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
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
    unsigned shared_for = 0;  // remaining commits
  };
  std::map<QueueName, End> ends_;
};

}  // namespace tradepost::store::postgres
