#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/ledger/delivery.hpp"
#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "sqlite/database.hpp"

namespace tradepost::agent {

// What the agent knows of a document.
enum class Standing : std::uint8_t {
  waiting,    // handed over again when its pause is over
  handing,    // being handed over: after a crash, the sink is asked what became of it
  processed,  // the sink has it; not reported yet
  refused,    // the sink says that it is faulty; not reported yet
  reported,   // the exchange has the report
  set_aside,  // tried often enough; somebody has to look at it
  withdrawn,  // not pending any more before it was handed over: superseded, discarded or reported
              // by somebody else
};
std::string_view name_of(Standing standing);

struct Entry {
  std::string id = {};
  std::string type = {};
  Standing standing = Standing::waiting;
  unsigned attempts = 0;
  client::Report report = {};  // or the reason of the last attempt
  std::string sender = {};
  std::string changed_at = {};
};

// A file of the outbox on its way to the exchange.
struct Outgoing {
  std::string file = {};
  std::string key = {};
  base::Instant began = {};
  std::string answer = {};  // empty: not known yet
  std::string target = {};  // where the file goes with the answer, below the outbox
};

// Names of entries of .sending/ that cannot be sent, each with the reason.
using SetAsideFiles = std::map<std::string, std::string>;

struct Counts {
  std::int64_t waiting = 0;
  std::int64_t unreported = 0;
  std::int64_t set_aside = 0;
  std::int64_t processed = 0;  // and reported
  std::int64_t refused = 0;    // likewise
  std::int64_t withdrawn = 0;
  std::int64_t outgoing = 0;
  std::int64_t sent = 0;
  std::int64_t failed = 0;
};

enum class Direction : std::uint8_t { receive, send };

// How a direction of a bridge goes, as the last look at it was.
struct Health {
  std::string contact_at = {};  // empty: never
  std::string problem = {};     // empty: none
  std::string problem_since = {};
};

// What was handed over, and what is to be reported, whatever crashes: an SQLite database, which
// each thread opens for itself. A change is on the disk when its call returns.
class Ledger {
 public:
  static base::Result<Ledger> open(const std::string& folder, const base::Clock& clock);
  // For looking at it, beside an agent that writes. not_found: there is none.
  static base::Result<Ledger> look_at(const std::string& folder, const base::Clock& clock);

  base::Result<std::optional<Entry>> find(std::string_view bridge, std::string_view id);
  // Of some standing, oldest first.
  base::Result<std::vector<Entry>> all(std::string_view bridge, Standing standing,
                                       std::size_t count_max);

  base::Done begin_handing_over(std::string_view bridge, std::span<const Delivery> batch);
  struct Settled {
    std::string id;
    std::string type = {};
    Standing standing;
    client::Report report = {};
    unsigned attempts = 0;
  };
  // What became of them. Unknown ids are left out.
  base::Done settle(std::string_view bridge, std::span<const Settled> all);
  // One that was reported is not, after all.
  base::Done report_again(std::string_view bridge, const Entry& entry);
  // From set_aside to waiting; how many. No id: all.
  base::Result<std::int64_t> try_again(std::string_view bridge, std::string_view id);

  // A file that is sent again after a crash has its old key.
  base::Result<Outgoing> begin_sending(std::string_view bridge, std::string_view file,
                                       std::string_view digest, std::string_view new_key);
  enum class Sending : std::uint8_t { sent, failed };
  base::Done keep_answer(std::string_view bridge, const Outgoing& outgoing, Sending how);
  base::Done end_sending(std::string_view bridge, std::string_view file);
  base::Done end_sending_but(std::string_view bridge, std::span<const std::string> files);

  // All that there are now: those before them are forgotten.
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
  static Entry entry_of(const sqlite::Statement& row);

  sqlite::Database database_;
  const base::Clock* clock_;
};

// The one agent that works with a folder. Once a process, which does not ask for it, either: what
// closes the file once more unlocks it.
class LedgerLock {
 public:
  // in_use: another process has it.
  static base::Result<LedgerLock> take(const std::string& folder);
  static bool is_taken(const std::string& folder);
  ~LedgerLock();
  LedgerLock(LedgerLock&& other) noexcept;
  LedgerLock& operator=(LedgerLock&&) = delete;

 private:
  explicit LedgerLock(int file) : file_(file) {}
  int file_;
};

}  // namespace tradepost::agent
