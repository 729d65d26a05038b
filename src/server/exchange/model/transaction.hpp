#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exchange/model/model.hpp"
#include "exchange/model/warnings.hpp"

namespace tradepost::exchange {

enum class SendCause : std::uint8_t { sent = 1, requeued = 2 };

// The party of the header that determined the recipient (contract 4.6), as in the event `received`.
struct RoutedBy {
  std::string role;  // supplier
  Identifier identifier;

  bool operator==(const RoutedBy&) const = default;
};

// The origin of a transport unit's number.
enum class UnitNumbering : std::uint8_t {
  none = 1,   // it has none: no range had a number left
  own = 2,    // its unitIdentifier is an SSCC
  given = 3,  // assigned by the exchange
  other = 4,  // its unitIdentifier is not an SSCC and is left unchanged
};

// A sent transport unit of a document whose kind has labels. exchange/model/units.hpp
// computes its place and its SSCC.
struct Unit {
  std::uint8_t depth = 0;    // 1: inside the last unit of depth 0 before it
  std::uint32_t index = 0;   // in its list
  std::uint32_t inside = 0;  // offset in the content, after its opening brace; rises
  UnitNumbering numbering = UnitNumbering::none;
  std::uint64_t number = 0;      // an SSCC without its check digit; 0: it has none
  std::optional<RangeId> range;  // the source of the number
  std::uint64_t digest = 0;      // of its content

  bool operator==(const Unit&) const = default;
};

enum class ErrorType : std::uint8_t { data = 1, internal = 2 };
enum class Verdict : std::uint8_t { success = 1, failure = 2 };
using Context = std::vector<std::pair<std::string, std::string>>;

struct Report {
  Verdict verdict{};
  std::string reason;
  ErrorType type = ErrorType::data;
  Context context;
  Instant at{};
  Actor by;

  bool operator==(const Report&) const = default;
};

// The sender and the recipient that a document names.
struct Parties {
  PartyKey principal;                  // the sender
  std::optional<ParticipantId> agent;  // the participant that sends it for the principal
  PartyKey commercial;                 // the recipient

  bool operator==(const Parties&) const = default;
};

// The cause of a transaction.
struct Origin {
  SendCause cause = SendCause::sent;
  std::optional<TransactionId> requeued;  // the transaction whose content is sent again

  bool operator==(const Origin&) const = default;
};

// The neighbours of a version in its chain.
struct VersionLinks {
  std::optional<TransactionId> replaces;  // never changes
  std::optional<TransactionId> replaced_by;
  // The same links among delivered versions, for the recipient's side. The first is set when the
  // document is sent, even if it is held; the second when the newer version is delivered.
  std::optional<TransactionId> delivered_replaces;
  std::optional<TransactionId> delivered_replaced_by;

  bool operator==(const VersionLinks&) const = default;
};

// The facts of a content that a transaction has besides the content itself.
struct ContentFacts {
  Digest digest;
  std::uint64_t bytes = 0;
  std::optional<Instant> removed_at;

  bool operator==(const ContentFacts&) const = default;
};

// The report of the recipient, and the case that followed.
struct Feedback {
  std::optional<Report> report;
  std::optional<CaseId> case_id;  // the case that its failure or discarding opened

  bool operator==(const Feedback&) const = default;
};

// A transaction without its content. The first group is the transaction as sent and never changes.
// The second group has links and facts of the content: links to later versions are added, and the
// content can be removed. The third group is the present state.
struct Transaction {
  TransactionId id;
  Instant created{};
  Flow flow{};
  Kind kind{};
  Origin origin;
  Parties parties;
  std::string number;  // empty: it has none
  std::optional<std::int64_t> version;
  // A document with explicit versions that does not replace an earlier one (contract 5.1).
  bool starts_versions = false;
  // False if the document has no number or its commercial recipient has no identifier; then only
  // its digest is compared. False also if it was requeued after its chain was closed; then no later
  // document follows it by number.
  bool has_chain = false;
  RoutedBy routed_by;
  Warnings warnings;
  // Outer units precede their inner units. Empty if the kind has no labels. At most the first
  // limits::units_numbered_max units.
  std::vector<Unit> units;

  VersionLinks links;
  ContentFacts content;

  State state = State::pending;
  ParticipantId recipient;             // the owner of its queue; a take changes it
  std::vector<ParticipantId> viewers;  // participants with it in their history
  Position position = 0;               // 0: never delivered, and so unknown to the recipient
  Feedback feedback;

  bool was_delivered() const { return position != 0; }
  ChainKey chain() const { return {parties.principal, parties.commercial, kind, flow, number}; }
  bool is_senders(ParticipantId participant) const {
    return parties.principal.participant == participant || parties.agent == participant;
  }
  bool is_viewer(ParticipantId participant) const;

  bool operator==(const Transaction&) const = default;
};

// Rows are immutable once made, so that readers on any thread share them with the store.
using TransactionPtr = std::shared_ptr<const Transaction>;

// The reader: a participant, which sees its delivered documents and all documents of which it is a
// viewer; or an operator, which sees all.
struct Viewer {
  std::optional<ParticipantId> participant;  // nullopt: an operator
  Flow flow{};                               // of a participant

  // Returns false for the recipient's side if the document was not delivered.
  bool sees(const Transaction& row) const;
};
using CaseViewer = Viewer;

enum class EventType : std::uint16_t {
  received = 1,
  held = 2,
  delivered = 3,
  listed = 4,
  reported = 5,
  superseded = 6,
  requeued = 7,
  discarded = 8,
  moved = 9,
  warning = 10,
  text_cut = 11,
  overdue = 12,
  content_removed = 13,
  erased = 14,
};
std::string_view name_of(EventType type);

// The sender's side sees all events. The recipient sees no event of a held document, and a held
// requeue only after its delivery.
enum class Audience : std::uint8_t { everyone = 1, senders = 2 };

// An event in the answer to GET …/events.
struct Event {
  Instant at{};
  EventType type{};
  Actor by;
  std::string detail;
  Audience audience = Audience::everyone;
};

}  // namespace tradepost::exchange
