#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "exchange/model/commands.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"

// The rules of the network, pure: a command and the facts of the moment give an answer and its
// effects. A store calls these in its commit, one command after the other, keeps the effects as
// they are, and judges nothing itself. Only a good answer has effects.
namespace tradepost::exchange {

template <typename Answer>
struct Decision {
  Answer answer;
  std::vector<Effect> effects;
};

// Sending (contract 4.8 to 4.10, 5.1 to 5.6)

// An answer is given again to a repeated Idempotency-Key.
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
struct Replayed {
  KeyAnswer answer;
};
struct Duplicate {
  TransactionId id;
};
struct VersionLower {
  TransactionId latest;
  std::int64_t latest_version = 0;
};
// The held ones of the direction are at their bound.
struct HeldFull {};
struct KeyMismatch {};
// The first request with the key is not decided yet (a store that decides on several nodes says
// so).
struct KeyRunning {};
struct KeysFull {};
// Route anew by a directory that is as new as the commit.
struct DirectoryStale {};
// Something is held that the relationship takes now: release it first, then submit again.
struct BehindHeld {};

using SubmitAnswer = std::variant<Accepted, HeldBack, Replayed, Duplicate, VersionLower, HeldFull,
                                  KeyMismatch, KeyRunning, KeysFull, DirectoryStale, BehindHeld>;
Decision<SubmitAnswer> decide(const Submission& submission, const SubmitFacts& facts);
// The one of SubmitFacts::versions that this would be a newer version of; nullptr if there is none.
// The store calls this when it reads the facts, for it reads more of that version.
const VersionFact* version_before(const Submission& submission,
                                  std::span<const VersionFact> versions, Instant now);

// Reporting (contract 7)

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

// Moving (contract 5.5 to 5.8)

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
// Not the latest version, or not in a state from which it goes.
struct WrongState {};
struct Unknown {};
// The content went with retention or was erased.
struct ContentGone {};

using MoveAnswer =
    std::variant<Requeued, DiscardDone, ReleaseDone, WrongState, Unknown, ContentGone, Replayed,
                 HeldFull, KeyMismatch, KeyRunning, KeysFull, DirectoryStale, BehindHeld>;
Decision<MoveAnswer> decide(const Requeue& command, const RequeueFacts& facts);
Decision<MoveAnswer> decide(const Discard& command, const DiscardFacts& facts);
Decision<MoveAnswer> decide(const Release& command, const ReleaseFacts& facts);

// Cases (contract 4.2, 8.4)

struct CaseOpened {
  CaseId id;
  std::uint32_t count = 1;
  Given given = Given::first;
};
using CaseOpeningAnswer = std::variant<CaseOpened, Replayed, KeyMismatch, KeyRunning, KeysFull>;
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

// The directory (contract 1.2, 5.4, 9)

struct DirectoryChanged {
  QueueCounts counts;  // of the old owner of an identifier, or of a closed participant
  std::uint32_t released = 0;
  bool more_held = false;  // after those: to be released next
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

// Work in slices (embedded-store 1.5, contract 8.5, 9.4, 9.5)

struct Stepped {
  std::uint32_t count = 0;
  bool more = false;
  std::optional<TransactionId> more_after;  // of retention
};
Decision<Stepped> decide(const IntentWork& work, const IntentFacts& facts);
Decision<Stepped> decide(const OverdueWork& work, const OverdueFacts& facts);
// Whether an event at that time is more recent than the overdue limit. A time of a wrong clock does
// not count.
bool is_recent(const std::optional<Instant>& at, Instant now, const Rules& rules);
// Pending and held ones stay, whatever their age (contract 8.6).
Decision<Stepped> decide(const RetentionWork& work, const RetentionFacts& facts);

// Webhooks (contract 8.3): in order, retried with growing pauses, given up after three days. False:
// the fence is stale, and another process delivers.
Decision<bool> decide(const Delivered& outcome, const DeliveryFacts& facts);
// Whether an active endpoint's next call may begin. A time that no pause leads to was set by a
// wrong clock, and is not waited for.
bool is_due(const EndpointProgress& progress, Instant now);

// One a day for each sender, recipient and flow: the id is made of these.
CaseId overdue_case_id(ParticipantId sender, ParticipantId recipient, Flow flow, Instant now);

}  // namespace tradepost::exchange
