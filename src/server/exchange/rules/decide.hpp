#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "document/json/unreadable.hpp"
#include "exchange/model/commands.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"

// The rules of the network as pure functions: from a command and the facts of the moment they make
// an answer and its effects. A store calls them in its commit, one command after the other, keeps
// the effects unchanged, and decides nothing itself. Only a successful answer has effects.
namespace tradepost::exchange {

template <typename Answer>
struct Decision {
  Answer answer;
  std::vector<Effect> effects;
};

// Sending (contract 4.8 to 4.10, 5.1 to 5.6).

// `again`: the answer to a repeated Idempotency-Key.
enum class Given : std::uint8_t { first, again };

struct Accepted {
  TransactionId id;
  Warnings warnings;
  Given given = Given::first;
};
struct HeldBack {
  TransactionId id;
  Warnings warnings;
  Given given = Given::first;
};
// All faults of the document (422).
struct Refused {
  std::vector<Finding> faults;    // the first 1,000
  std::uint64_t fault_count = 0;  // of all
  std::optional<CaseId> case_id;  // nullopt if the sender has had too many rejections
};
// The recipient has blocked the sender (403). Nothing is kept.
struct Blocked {};
struct Duplicate {
  TransactionId id;
};
// The held documents of the direction have reached their limit.
struct HeldFull {};
struct KeyMismatch {};
// The first request with the key is not decided yet. Only a store that decides on several nodes
// answers this.
struct KeyRunning {};
struct KeysFull {};
// The route must be made again with a directory that is as new as the commit.
struct DirectoryStale {};
// The relationship accepts held documents of this direction now. They must be released before the
// command is repeated.
struct BehindHeld {};

// The answer of the store and of send(). The store answers with at most one fault, without a case,
// and never with Unreadable or Blocked.
using SendAnswer =
    std::variant<Accepted, HeldBack, Refused, Duplicate, KeyMismatch, KeyRunning, KeysFull,
                 DirectoryStale, BehindHeld, document::Unreadable, Blocked>;
Decision<SendAnswer> decide(const Submission& submission, const SubmitFacts& facts);
// Returns the first answer to a key again, without the warnings of the document.
SendAnswer sent_again(const KeyAnswer& first);
// Returns the one of SubmitFacts::versions that this document would replace, or nullptr. A store
// calls it while it reads the facts, because it reads more of that version.
const VersionFact* version_before(const Submission& submission,
                                  std::span<const VersionFact> versions, Instant now);

// Reporting (contract 7).

enum class ReportOutcome : std::uint8_t {
  done = 1,
  same = 2,
  mended = 3,
  recorded = 4,
  conflict = 5,
  unknown = 6,
};
constexpr bool is_bad(ReportOutcome outcome) {
  return outcome == ReportOutcome::conflict || outcome == ReportOutcome::unknown;
}
struct ReportItemAnswer {
  ReportOutcome outcome{};
  std::optional<CaseId> case_id;  // of the failure
};
using ReportAnswer = std::vector<ReportItemAnswer>;  // one bad item: nothing is kept
Decision<ReportAnswer> decide(const ReportCommand& command, const ReportFacts& facts);

// Moving (contract 5.5 to 5.8).

struct Requeued {
  TransactionId id;
  Delivery delivery{};
  Given given = Given::first;
};
struct DiscardDone {};
struct ReleaseDone {
  std::uint32_t count = 0;
  std::optional<TransactionId> more_after;
};
// The transaction is not the latest version, or its state does not permit the move.
struct WrongState {};
struct Unknown {};
// The content was removed by retention or erased.
struct ContentGone {};

using MoveAnswer =
    std::variant<Requeued, DiscardDone, ReleaseDone, WrongState, Unknown, ContentGone, HeldFull,
                 KeyMismatch, KeyRunning, KeysFull, DirectoryStale, BehindHeld>;
Decision<MoveAnswer> decide(const Requeue& command, const RequeueFacts& facts);
// Returns the first answer to a key again.
Requeued requeued_again(const KeyAnswer& first);
Decision<MoveAnswer> decide(const Discard& command, const DiscardFacts& facts);
Decision<MoveAnswer> decide(const Release& command, const ReleaseFacts& facts);

// Cases (contract 4.2, 8.4).

struct CaseOpened {
  CaseId id;
  std::uint32_t count = 1;
  Given given = Given::first;
};
using CaseOpeningAnswer = std::variant<CaseOpened, KeyMismatch, KeyRunning, KeysFull>;
Decision<CaseOpeningAnswer> decide(const CaseOpening& command, const CaseOpeningFacts& facts);

struct Changed {
  Revision revision = 0;
};
struct RevisionConflict {
  Revision revision = 0;  // the present one
};
// The case has reached its limit of comments.
struct CommentsFull {};
using CaseChangeAnswer = std::variant<Changed, RevisionConflict, Unknown, CommentsFull>;
Decision<CaseChangeAnswer> decide(const CaseChange& command, const CaseChangeFacts& facts);

// The directory (contract 1.2, 5.4, 9).

struct DirectoryChanged {
  QueueCounts counts;  // of the old owner of an identifier, or of a closed participant
  std::uint32_t released = 0;
  bool more_held = false;  // more held documents must be released
};
struct IdentifierTaken {
  Identifier identifier;
  ParticipantId owner;
};
struct IntentUnderWay {
  IntentId id;
};
struct StillPending {
  QueueCounts counts;
};
struct RangesOverlap {
  RangeId other;
};
using DirectoryAnswer = std::variant<DirectoryChanged, RevisionConflict, IdentifierTaken,
                                     RangesOverlap, IntentUnderWay, StillPending>;
Decision<DirectoryAnswer> decide(const DirectoryChange& command, const DirectoryFacts& facts);

// Work in slices (embedded-store 1.5, contract 8.5, 9.4, 9.5).

struct Stepped {
  std::uint32_t count = 0;
  bool more = false;
  std::optional<TransactionId> more_after;  // for retention
};
Decision<Stepped> decide(const IntentWork& work, const IntentFacts& facts);
Decision<Stepped> decide(const OverdueWork& work, const OverdueFacts& facts);
// Returns true if `at` is more recent than the overdue limit. A time from a wrong clock counts as
// not recent.
bool is_recent(const std::optional<Instant>& at, Instant now, const Rules& rules);
// Pending and held documents are never removed (contract 8.6).
Decision<Stepped> decide(const RetentionWork& work, const RetentionFacts& facts);

// Webhooks (contract 8.3): delivered in order, retried with growing pauses, given up after three
// days. Returns false if the fence is stale, because another process delivers.
Decision<bool> decide(const Delivered& outcome, const DeliveryFacts& facts);
// Returns true if the next call of an active endpoint may begin. A time that no pause can lead to
// comes from a wrong clock, and does not delay the call.
bool is_due(const EndpointProgress& progress, Instant now);

// Returns an id that is made of these values, so there is one case a day for each sender, recipient
// and flow.
CaseId overdue_case_id(ParticipantId sender, ParticipantId recipient, Flow flow, Instant now);

}  // namespace tradepost::exchange
