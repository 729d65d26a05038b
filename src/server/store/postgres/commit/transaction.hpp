#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "database/connection.hpp"
#include "exchange/model/directory.hpp"
#include "store/postgres/commit/pipeline.hpp"
#include "store/postgres/node/node.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {

// The state of a transaction. A transaction that is no longer open never opens again, except that
// next() forgets a missing lock.
enum class Outcome : std::uint8_t {
  open,          // all locks are held, and no statement has failed
  lock_missing,  // the command needs a lock that is not held
  overtaken,     // another commit was first
  key_running,   // another commit has the lock of a key
  failed,        // a statement failed for another reason
  committed,
  unknown,  // the server did not confirm the COMMIT
};

// One transaction of the database: its locks, its statements and its outcome. One thread.
//
// A row is used only under the lock of its queue. The queues and chains of a command are known only
// after its rows are read. A command that needs a missing lock is left out and tried again with all
// of wanted().
//
// After a failed statement, every answer is that of an empty database.
class Transaction {
 public:
  Transaction(database::Connection& connection, Node& node, const Locks& locks);
  ~Transaction();  // rolls back unless COMMIT was sent
  Transaction(Transaction&&) = delete;

  // Waits for the locks of the queues in a separate round trip. Later commands can join().
  void lock_queues(std::size_t commands);
  // Adds keys and chains before begin(). Queues and positions are already locked.
  void join(const Locks& more);
  // Takes the locks and reads the directory. The statements of `add_reads`, which is called once,
  // run in the same round trip, under the locks.
  void begin(std::size_t commands, const std::function<void(Pipeline&)>& add_reads);
  // Starts the next command, for which these locks are known to be needed.
  void next(const Locks& wanted);

  exchange::Instant begun() const { return *begun_; }  // valid in `add_reads` and later
  exchange::Instant now() const { return now_; }
  const exchange::Directory& directory() const { return *directory_; }
  void set_directory(exchange::DirectoryPtr directory) { directory_ = std::move(directory); }
  bool has_intents() const { return has_intents_; }  // slices of work are under way

  database::Rows ask(const database::Statement& statement);
  void ask(const Pipeline& pipeline);

  // Note that the command needs a lock.
  void need(const QueueName& queue);
  void need(const ChainName& chain);
  void need_directory();
  std::uint64_t take_position(const QueueName& queue);
  // Notes that a row changed between two statements.
  void note_overtaken() { outcome_ = Outcome::overtaken; }

  Outcome outcome() const { return outcome_; }
  bool is_open() const { return outcome_ == Outcome::open; }
  bool may_be_repeated() const {
    return outcome_ == Outcome::lock_missing || outcome_ == Outcome::overtaken;
  }
  const Locks& wanted() const { return wanted_; }
  // The error of the failed statement. It may be set whatever the outcome is.
  const std::optional<base::Error>& error() const { return error_; }

  // Runs the statements and commits in one round trip. Returns true if the server confirmed it.
  bool commit(std::vector<database::Statement> statements);

 private:
  void add_beginning(Pipeline& pipeline, std::size_t commands);
  void take_ends(const database::Rows& rows);
  void note_missing_lock();
  void fail(base::Error error);

  database::Connection& connection_;
  Node& node_;
  Locks locks_;
  Locks wanted_;
  std::optional<exchange::Instant> begun_;  // the time of BEGIN
  exchange::Instant last_{};                // the last instant of the queues
  exchange::Instant now_{};
  std::map<QueueName, exchange::Position> ends_;  // after the locked positions
  std::map<QueueName, std::uint32_t> taken_;
  exchange::DirectoryPtr directory_;  // set by begin() or fail()
  bool has_intents_ = false;
  Outcome outcome_ = Outcome::open;
  std::optional<base::Error> error_;
};

}  // namespace tradepost::store::postgres
