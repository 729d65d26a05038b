#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/effects.hpp"

// What decide reads from a store: the state at the moment of the commit. Facts are values or shared
// rows, and true until the effects of the decision are kept.
namespace tradepost::exchange {

// One version of a chain, or one document with a number, or one with a digest.
struct VersionFact {
  TransactionId id;
  State state{};
  Instant created{};
  ParticipantId recipient;
  std::optional<std::int64_t> version;
  std::optional<TransactionId> replaces;
  std::optional<TransactionId> delivered_replaces;
  Digest digest;
  bool delivered = false;
  bool stands_alone = false;
  CasePtr open_case;  // where its failure or discarding has one
};

struct HeldFact {
  std::uint32_t count = 0;
  std::uint64_t bytes = 0;
  KindSet kinds{};  // of the held documents
};

// A range that the sender's units are numbered from, as it stands.
struct RangeFact {
  RangeId id;
  bool is_networks = false;
  std::uint64_t first = 0;  // with the prefix in front, as an SSCC without its check digit; of all
  std::uint64_t next = 0;   // likewise, the first that was never taken
  std::uint64_t end = 0;    // likewise, after the last
};

struct SsccFact {
  std::uint64_t number = 0;  // without its check digit: a unit came with it
  std::string document;      // the newest other one with it of the same principal, flow and kind
};

struct KeyFact {
  Digest payload;
  KeyAnswer answer;
};

// `now` never falls from one commit to the next, and is the created of what it keeps
// (embedded-store 1.1).
struct SubmitFacts {
  Instant now{};
  TransactionPtr applied;      // the same id, kept before
  std::optional<KeyFact> key;  // one that lives
  std::uint32_t keys_alive = 0;
  // Newest first, at most base::limits::versions_compared of the submission's chain, followed by
  // those that their delivered_replaces names. Without a chain: those of its principal, flow and
  // digest that are with its recipient now (consumed ones have moved along).
  std::vector<VersionFact> versions;
  HeldFact held;  // from the principal's participant to the recipient, this flow
  std::shared_ptr<const Relationship> standing;  // that one
  RouteSeen route;
  // Of documents with units. The ranges in the order in which they give numbers; and the units of
  // the result of version_before(), under its id.
  std::vector<RangeFact> ranges;
  TransactionId units_of;
  std::vector<Unit> units_before;
  std::vector<SsccFact> ssccs;  // of those that ssccs_in() names, one each at most
};

struct ReportFacts {
  Instant now{};
  struct Item {
    TransactionPtr row;  // none: not known here
    CasePtr open_case;
  };
  std::vector<Item> items;  // one each, in the command's order; repeated ids share their row
};

struct RequeueFacts {
  Instant now{};
  TransactionPtr applied;  // by the new id
  std::optional<KeyFact> key;
  std::uint32_t keys_alive = 0;
  TransactionPtr row;
  Bytes content;                                // no view: it was removed
  CasePtr open_case;                            // the row's
  std::optional<VersionFact> delivered_before;  // what the row's delivered_replaces names
  HeldFact held;
  std::shared_ptr<const Relationship> standing;
  RouteSeen route;
};

struct DiscardFacts {
  Instant now{};
  TransactionPtr row;
};

struct ReleaseFacts {
  Instant now{};
  std::shared_ptr<const Relationship> relationship;
  NetworkMode network = NetworkMode::approved;
  struct Item {
    TransactionPtr row;
    std::optional<VersionFact> delivered_before;  // what its delivered_replaces names
  };
  std::vector<Item> held;  // of the slice, in the order of sending
  bool more = false;       // after it
};

struct CaseOpeningFacts {
  Instant now{};
  CasePtr applied;  // the same id, kept before
  // A rejection's:
  CasePtr same_payload;
  std::uint64_t rejection_bytes = 0;  // of the sender and flow
  struct Kept {
    CaseId id;
    std::uint64_t bytes = 0;
  };
  std::vector<Kept> oldest;  // of the sender and flow, as many as may have to go
  // A posted error's:
  std::optional<KeyFact> key;
  std::uint32_t keys_alive = 0;
};

struct CaseChangeFacts {
  Instant now{};
  CasePtr current;
  std::uint32_t comments = 0;
};

struct QueueCounts {
  std::uint64_t pending = 0;
  std::uint64_t held = 0;
  bool operator==(const QueueCounts&) const = default;
};

struct DirectoryFacts {
  Instant now{};
  // Of each entry of the change, the present value.
  std::vector<std::optional<DirectoryEntry>> current;
  // The holders of the unique identifiers that the participants of the change are to have.
  struct Holder {
    Identifier identifier;  // comparable
    ParticipantId owner;
  };
  std::vector<Holder> holders;
  std::optional<RangeId> overlapped;  // has a number in common with a range of the change
  // The same for internal numbers is judged by the entry itself: they belong to one participant.
  QueueCounts counts;  // of the intent's `from`, both flows; a take's: of its identifiers
  std::vector<ReleaseFacts> releases;  // of a relationship that becomes active, by flow
  std::optional<IntentId> under_way;   // an intent that touches a participant of this one
};

struct IntentFacts {
  Instant now{};
  std::optional<Intent> intent;
  std::uint64_t steps = 0;
  struct Item {
    TransactionPtr row;
    CasePtr open_case;
  };
  std::vector<Item> items;                 // the next ones of a slice, in their order
  bool more = false;                       // after these
  std::optional<Participant> participant;  // of a close
};

struct RetentionFacts {
  Instant now{};
  std::vector<TransactionPtr> items;  // of those kinds, old enough, from which this can still go
  TransactionId last;                 // that was looked at
  bool more = false;                  // after it
};

struct DeliveryFacts {
  Instant now{};
  std::optional<EndpointProgress> progress;  // none: no such endpoint, or it was removed
};

struct OverdueFacts {
  Instant now{};
  std::optional<Instant> last_poll;
  // Of the overdue documents, for each sender the oldest, and how many there are.
  struct Sender {
    TransactionPtr oldest;
    std::uint64_t count = 0;
    CasePtr case_of_today;  // by overdue_case_id()
  };
  std::vector<Sender> senders;
};

}  // namespace tradepost::exchange
