#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/effects.hpp"

// The facts that decide reads from a store: its state at the moment of the commit. Facts are values
// or shared rows, and are true until the effects of the decision are kept.
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
  bool starts_versions = false;
  CasePtr open_case;  // the case that its failure or discarding opened, if it is open
};

struct HeldFact {
  std::uint32_t count = 0;
  std::uint64_t bytes = 0;
  KindSet kinds{};  // of the held documents
};

// A range from which the sender's units get numbers, in its present state.
struct RangeFact {
  RangeId id;
  bool is_networks = false;
  std::uint64_t first = 0;  // the first number of the range, an SSCC without its check digit
  std::uint64_t next = 0;   // the first number that was never given, in the same form
  std::uint64_t end = 0;    // after the last number, in the same form
};

struct SsccFact {
  std::uint64_t number = 0;  // an SSCC without its check digit, from a unit of the document
  std::string document;      // the newest other document with it (same principal, flow, kind)
};

struct KeyFact {
  Digest payload;
  KeyAnswer answer;
};

// `now` never decreases from one commit to the next, and becomes `created` of the stored
// transaction (embedded-store 1.1).
struct SubmitFacts {
  Instant now{};
  TransactionPtr applied;      // a transaction with the same id, kept before
  std::optional<KeyFact> key;  // only while it is valid
  std::uint32_t keys_alive = 0;
  // With a chain: its newest limits::versions_compared versions, newest first, and then the ones in
  // their delivered_replaces. Without: documents of this principal, flow, digest and recipient.
  std::vector<VersionFact> versions;
  HeldFact held;  // from the principal's participant to the recipient, in this flow
  std::shared_ptr<const Relationship> standing;  // the relationship between these two
  RouteSeen route;
  // For documents with units: the ranges in the order in which they give numbers, and the units of
  // the result of version_before() under its id.
  std::vector<RangeFact> ranges;
  TransactionId units_of;
  std::vector<Unit> units_before;
  std::vector<SsccFact> ssccs;  // for numbers of ssccs_in(), at most one each
};

struct ReportFacts {
  Instant now{};
  struct Item {
    TransactionPtr row;  // nullptr: unknown id
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
  Bytes content;  // no view: it was removed
  std::optional<Original> original;
  CasePtr open_case;                            // the row's
  std::optional<VersionFact> delivered_before;  // the row's delivered_replaces
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
    std::optional<VersionFact> delivered_before;  // its delivered_replaces
  };
  std::vector<Item> held;  // one slice, in the order of sending
  bool more = false;       // more documents follow the slice
};

struct CaseOpeningFacts {
  Instant now{};
  CasePtr applied;  // a case with the same id, kept before
  // Only for a rejection:
  CasePtr same_payload;
  std::uint64_t rejection_bytes = 0;  // of the sender and flow
  struct Kept {
    CaseId id;
    std::uint64_t bytes = 0;
  };
  std::vector<Kept> oldest;  // of the sender and flow, as many as may have to be removed
  // Only for a posted error:
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
  // The present value of each entry of the change.
  std::vector<std::optional<DirectoryEntry>> current;
  // The holders of the unique identifiers that the change assigns to its participants.
  struct Holder {
    Identifier identifier;  // as comparable() returns it
    ParticipantId owner;
  };
  std::vector<Holder> holders;
  std::optional<RangeId> overlapped;  // has a number in common with a range of the change
  // Internal numbers need no such list: they belong to the entry of one participant.
  QueueCounts counts;  // of the intent's `from`, both flows; for a take, of its identifiers only
  std::vector<ReleaseFacts> releases;  // for a relationship that becomes active, by flow
  std::optional<IntentId> under_way;   // an intent that touches a participant of the change
};

struct IntentFacts {
  Instant now{};
  std::optional<Intent> intent;
  std::uint64_t steps = 0;
  struct Item {
    TransactionPtr row;
    CasePtr open_case;
  };
  std::vector<Item> items;                 // the next items of a slice, in order
  bool more = false;                       // more items follow these
  std::optional<Participant> participant;  // for a close
};

struct RetentionFacts {
  Instant now{};
  std::vector<TransactionPtr> items;  // of those kinds, old enough, with something left to remove
  TransactionId last;                 // the last one that was checked
  bool more = false;                  // more follow it
};

struct DeliveryFacts {
  Instant now{};
  std::optional<EndpointProgress> progress;  // nullopt: the endpoint is unknown or removed
};

struct OverdueFacts {
  Instant now{};
  std::optional<Instant> last_poll;
  // The oldest overdue document of each sender, and the number of its overdue documents.
  struct Sender {
    TransactionPtr oldest;
    std::uint64_t count = 0;
    CasePtr case_of_today;  // has the id of overdue_case_id()
  };
  std::vector<Sender> senders;
};

}  // namespace tradepost::exchange
