#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/model/carried_effects.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/model/feed_entries.hpp"
#include "exchange/model/model.hpp"
#include "exchange/model/transaction.hpp"
#include "exchange/model/transaction_effects.hpp"

// What happened: one struct for each kind of record of docs/internals/storage.md that decide makes,
// with its number. Values are absolute, so that keeping an effect twice is keeping it once. What a
// store makes itself (epoch_begun 60, snapshot_part 61) is no effect.
//
// A carried one says how things stand in a store whose past is in no effects (storage 5.15). It
// sets what it says and nothing else: it makes no event, no act and no feed.
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
  Digest payload;       // of the whole, so that a repeat finds its case
  std::string content;  // its first 64 KiB
  std::vector<Finding> faults;
  std::uint64_t fault_count = 0;

  std::uint64_t bytes() const;  // what it takes of the sender's 16 MiB

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
  base::Uuid made;  // the transaction, or the case

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

// Of a range all numbers from the first up to the next one: none of them is given again. They are
// SSCCs without their check digit.
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

// Numbers 40 to 45 by the entry's type, in the order of DirectoryEntry.
struct DirectorySet {
  static constexpr std::uint16_t first_record = 40;
  static constexpr std::uint16_t first_record_of_carried = 80;
  DirectoryEntry entry;
  Instant at{};
  Actor by;
  std::optional<Revision> carried = {};  // the revision of the whole that it made

  std::uint16_t record() const {
    return static_cast<std::uint16_t>((carried ? first_record_of_carried : first_record) +
                                      entry.index());
  }

  bool operator==(const DirectorySet&) const = default;
};

enum class IntentType : std::uint8_t { take = 1, close = 2 };

// Many small steps that are answered for as if they were done (embedded-store 1.5).
struct Intent {
  IntentId id;
  IntentType type{};
  ParticipantId from;
  std::optional<ParticipantId> to;  // take
  std::vector<Identifier>
      identifiers;  // take: documents that were routed by one of these (comparable)
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

// A class, so that copies and moves of two dozen types are compiled in one source and not in the
// two hundred that pass effects on.
class Effect : public std::variant<Sent, Superseded, Released, Reported, Discarded, Moved, Noted,
                                   Removed, Erased, CaseSet, CaseCommented, Rejected, RejectedGone,
                                   KeyUsed, NumbersTaken, EndpointProgress, Seen, DirectorySet,
                                   IntentSet, IntentStepped, ActCarried, FeedCarried> {
 public:
  using variant::variant;
  Effect(const Effect& other);
  Effect(Effect&& other) noexcept;
  Effect& operator=(const Effect& other);
  Effect& operator=(Effect&& other) noexcept;
  ~Effect();
};
std::uint16_t record_of(const Effect& effect);
// The last instant at which something was kept, after this effect: the next one is not before it,
// unless the clock was far ahead. `before` is that of the effects before it.
Instant last_instant_after(const Effect& effect, Instant before);

}  // namespace tradepost::exchange
