#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/model/carried_effects.hpp"
#include "exchange/model/case.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/model/feed_entries.hpp"
#include "exchange/model/model.hpp"
#include "exchange/model/transaction.hpp"
#include "exchange/model/transaction_effects.hpp"

// The results of decide: one struct for each kind of record of docs/internals/storage.md, with its
// number. Values are absolute, so an effect that is kept twice has the same result as one that is
// kept once. The record that a store makes itself (epoch_begun 60) is not an effect.
//
// A carried effect is a state that a migration copied from another store (storage 5.15). It sets
// that state and nothing else: it makes no event, no act and no feed entry.
namespace tradepost::exchange {

struct CaseSet {
  static constexpr std::uint16_t record = 20;
  static constexpr std::uint16_t record_of_carried = 72;
  Case value;
  bool is_carried = false;

  bool operator==(const CaseSet&) const = default;
};

struct CaseCommented {
  static constexpr std::uint16_t record = 21;
  static constexpr std::uint16_t record_of_carried = 73;
  CaseId id;
  std::uint32_t number = 0;  // 1, 2, 3 …
  Instant at{};
  Actor by;
  std::string text;
  bool is_carried = false;

  bool operator==(const CaseCommented&) const = default;
};

struct Rejected {
  static constexpr std::uint16_t record = 22;
  CaseId id;
  ParticipantId sender;
  Flow flow{};
  std::optional<Kind> kind;
  Instant at{};
  Digest payload;       // of the whole document, so that a repetition finds its case
  std::string content;  // its first 64 KiB
  std::vector<Finding> faults;
  std::uint64_t fault_count = 0;

  std::uint64_t bytes() const;  // Returns the size that counts towards the sender's 16 MiB.

  bool operator==(const Rejected&) const = default;
};

struct RejectedGone {
  static constexpr std::uint16_t record = 23;
  CaseId id;
  Instant at{};

  bool operator==(const RejectedGone&) const = default;
};

enum class KeyPath : std::uint8_t { send = 1, post_error = 2, requeue = 3 };
enum class KeyOutcome : std::uint8_t { accepted = 1, held = 2, case_opened = 3 };

struct KeyAnswer {
  KeyOutcome outcome{};
  base::Uuid made;  // the transaction or the case

  bool operator==(const KeyAnswer&) const = default;
};

struct KeyUse {
  ParticipantId participant;
  Flow flow{};
  KeyPath path{};
  Digest key;      // of the Idempotency-Key
  Digest payload;  // of the request

  bool operator==(const KeyUse&) const = default;
};

struct KeyUsed {
  static constexpr std::uint16_t record = 30;
  KeyUse use;
  Instant at{};
  KeyAnswer answer;

  bool operator==(const KeyUsed&) const = default;
};

// Reserves all numbers of a range from `first` up to `next`, exclusive. They are never given again.
// Numbers are SSCCs without the check digit.
struct NumbersTaken {
  static constexpr std::uint16_t record = 31;
  RangeId range;
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  Instant at{};

  bool operator==(const NumbersTaken&) const = default;
};

struct Seen {
  static constexpr std::uint16_t record = 33;
  ParticipantId participant;
  Flow flow{};
  std::optional<Instant> last_poll;
  Position listed_up_to = 0;
  std::vector<std::pair<TokenId, Instant>> tokens;

  bool operator==(const Seen&) const = default;
};

// Has the record numbers 40 to 47, by the type of the entry in the order of DirectoryEntry.
struct DirectorySet {
  static constexpr std::uint16_t first_record = 40;
  static constexpr std::uint16_t first_record_of_carried = 80;
  DirectoryEntry entry;
  Instant at{};
  Actor by;
  std::optional<Revision> carried = {};  // the revision of the directory that it made

  std::uint16_t record() const {
    return static_cast<std::uint16_t>((carried ? first_record_of_carried : first_record) +
                                      entry.index());
  }

  bool operator==(const DirectorySet&) const = default;
};

enum class IntentType : std::uint8_t { take = 1, close = 2 };

// A task of many small steps. The caller is answered as if all steps were done (embedded-store
// 1.5).
struct Intent {
  IntentId id;
  IntentType type{};
  ParticipantId from;
  std::optional<ParticipantId> to;      // take only
  std::vector<Identifier> identifiers;  // take: selects documents that these routed; comparable
  Actor by;

  bool operator==(const Intent&) const = default;
};

struct IntentSet {
  static constexpr std::uint16_t record = 50;
  static constexpr std::uint16_t record_of_carried = 74;
  Intent intent;
  Instant at{};
  bool is_carried = false;

  bool operator==(const IntentSet&) const = default;
};

struct IntentStepped {
  static constexpr std::uint16_t record = 51;
  IntentId id;
  std::uint64_t steps = 0;
  bool done = false;

  bool operator==(const IntentStepped&) const = default;
};

// A class instead of an alias, so that its copies and moves are compiled in one source file and not
// in the two hundred that pass effects on.
class Effect
    : public std::variant<Sent, Superseded, Released, Reported, Discarded, Moved, Noted, Removed,
                          Erased, CaseSet, CaseCommented, Rejected, RejectedGone, KeyUsed,
                          NumbersTaken, EndpointProgress, Seen, DirectorySet, IntentSet,
                          IntentStepped, ActCarried, FeedCarried, OriginalKept> {
 public:
  using variant::variant;
  Effect(const Effect& other);
  Effect(Effect&& other) noexcept;
  Effect& operator=(const Effect& other);
  Effect& operator=(Effect&& other) noexcept;
  ~Effect();
};
std::uint16_t record_of(const Effect& effect);
// Returns the last instant at which something was kept, after this effect. The next commit is not
// earlier, unless the clock was far ahead. `before` is the last instant before this effect.
Instant last_instant_after(const Effect& effect, Instant before);

}  // namespace tradepost::exchange
