#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/ledger/delivery.hpp"
#include "base/clock.hpp"
#include "base/files/descriptor.hpp"
#include "base/ground/result.hpp"
#include "sqlite/database.hpp"

namespace tradepost::agent {

// State of a document in the ledger.
enum class Standing : std::uint8_t {
  waiting,    // handed over again after a pause
  handing,    // in progress: after a crash, Sink::recall() returns the outcome
  processed,  // stored by the sink, not reported yet
  refused,    // faulty according to the sink, not reported yet
  reported,   // reported to the exchange
  set_aside,  // attempts_max reached: a person has to decide
  withdrawn,  // superseded, discarded or reported by another client before the hand-over
  awaited,    // handed over as a message; the partner's answer decides the report
};
std::string_view name_of(Standing standing);

struct Entry {
  std::string id = {};
  std::string type = {};
  Standing standing = Standing::waiting;
  unsigned attempts = 0;
  client::Report report = {};  // or the reason of the last failure
  std::string sender = {};
  std::string changed_at = {};
};

// A file of the outbox on its way to the exchange.
struct Outgoing {
  std::string file = {};
  std::string key = {};
  base::Instant began = {};
  std::string answer = {};  // empty: not known yet
  std::string target = {};  // path below the outbox to which the file and the answer are moved
};

// Names of entries of .sending/ that cannot be sent, each with the reason.
using SetAsideFiles = std::map<std::string, std::string>;

struct Counts {
  std::int64_t waiting = 0;
  std::int64_t unreported = 0;
  std::int64_t set_aside = 0;
  std::int64_t processed = 0;  // and reported
  std::int64_t refused = 0;    // and reported
  std::int64_t withdrawn = 0;
  std::int64_t outgoing = 0;
  std::int64_t sent = 0;
  std::int64_t failed = 0;
};

enum class Direction : std::uint8_t { receive, send };

// State of one direction of a bridge when it was last stored.
struct Health {
  std::string contact_at = {};  // empty: never
  std::string problem = {};     // empty: none
  std::string problem_since = {};
};

// An SQLite database of the hand-overs and the open reports, which survives every crash. Each
// thread opens its own connection. A change is on the disk when its call returns.
class Ledger {
 public:
  static base::Result<Ledger> open(const std::string& folder, const base::Clock& clock);
  // Opens read-only; an agent may write at the same time. not_found: the folder has no ledger.
  static base::Result<Ledger> look_at(const std::string& folder, const base::Clock& clock);

  base::Result<std::optional<Entry>> find(std::string_view bridge, std::string_view id);
  // Returns entries with this standing, oldest first.
  base::Result<std::vector<Entry>> all(std::string_view bridge, Standing standing,
                                       std::size_t count_max);

  base::Done begin_handing_over(std::string_view bridge, std::span<const Delivery> batch);
  struct Settled {
    std::string id;
    std::string type = {};
    Standing standing;
    client::Report report = {};
    unsigned attempts = 0;
    SentMessage message = {};  // of an awaited one
  };
  // Stores the outcomes. Unknown ids are ignored.
  base::Done settle(std::string_view bridge, std::span<const Settled> all);
  // A partner's answer to a message.
  struct Answer {
    std::string file_key = {};  // the key of its file
    std::size_t place = 0;      // of the answer in the file
    Awaited kind = Awaited::contrl;
    std::string interchange = {};
    std::string number = {};  // of the document, if no message has the interchange
    client::Report report = {};
  };
  // Decides the report of the document that awaits the answer, and returns its id. The same answer
  // of a file decides the same document again. Returns an empty text if the answer decides nothing:
  // a good CONTRL does not replace an APERAK, and a number may belong to several documents. Fails
  // while a hand-over is not settled, because the answer may be about its document.
  base::Result<std::string> answer(std::string_view bridge, const Answer& answer);
  // Reverts a reported document to its unreported standing.
  base::Done report_again(std::string_view bridge, const Entry& entry);
  // Moves a document from set_aside or awaited to waiting; an empty id moves all that are set
  // aside. Returns their number.
  base::Result<std::int64_t> try_again(std::string_view bridge, std::string_view id);

  // Keeps the old key if the same file was begun before a crash.
  base::Result<Outgoing> begin_sending(std::string_view bridge, std::string_view file,
                                       std::string_view digest, std::string_view new_key);
  enum class Sending : std::uint8_t { sent, failed };
  base::Done keep_answer(std::string_view bridge, const Outgoing& outgoing, Sending how);
  base::Done end_sending(std::string_view bridge, std::string_view file);
  base::Done end_sending_but(std::string_view bridge, std::span<const std::string> files);

  // Replaces the stored names.
  base::Done keep_set_aside_files(std::string_view bridge, const SetAsideFiles& files);
  base::Result<SetAsideFiles> set_aside_files(std::string_view bridge);

  base::Done keep_health(std::string_view bridge, Direction direction, const Health& health);
  base::Result<Health> health(std::string_view bridge, Direction direction);
  base::Result<Counts> counts(std::string_view bridge);

 private:
  Ledger(sqlite::Database database, const base::Clock& clock)
      : database_(std::move(database)), clock_(&clock) {}
  std::string now() const;
  base::Done count(std::string_view bridge, std::string_view what, std::int64_t by);
  base::Done await(std::string_view bridge, std::string_view id, const SentMessage& message);
  base::Done await_no_more(std::string_view bridge, std::string_view id);
  // Returns the one document that awaits the answer and has the value, or an empty text.
  base::Result<std::string> awaiting(std::string_view bridge, const Answer& answer,
                                     std::string_view column, std::string_view value);
  // Returns false for a table that the ledger of an older agent does not have.
  base::Result<bool> has_table(std::string_view name);
  static Entry entry_of(const sqlite::Statement& row);

  sqlite::Database database_;
  const base::Clock* clock_;
};

// The lock of the one agent that uses a folder. A process takes it at most once and does not call
// is_taken(): any close() of the file in the process releases the lock.
class LedgerLock {
 public:
  // Fails with in_use if another process has the lock.
  static base::Result<LedgerLock> take(const std::string& folder);
  static bool is_taken(const std::string& folder);

 private:
  explicit LedgerLock(base::Descriptor file) : file_(std::move(file)) {}

  base::Descriptor file_;
};

}  // namespace tradepost::agent
