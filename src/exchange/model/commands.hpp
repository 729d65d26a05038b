#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ground/limits.hpp"
#include "exchange/model/effects.hpp"

// The commands to a store: everything that is known before the write, ids included. So a repeated
// command changes nothing and gets the same answer.
namespace tradepost::exchange {

// What an operator may set; the defaults are the decisions'.
struct Rules {
  std::chrono::days chain_open{400};
  std::chrono::days duplicate_without_number{30};
  std::chrono::days overdue{3};
  std::uint32_t keys_max = base::limits::keys_max_default;
};

// How long an Idempotency-Key lives, restarts or not.
inline constexpr std::chrono::hours key_life{24};
// A move takes along those that are no older: where the clock falls after it, they live again.
inline constexpr std::chrono::hours key_kept{48};

// Everything is judged, nothing is kept.
enum class Purpose : std::uint8_t { keep, judge_only };

// What the use case saw in the directory when it decided the route. Where the commit finds another,
// the answer is directory_stale.
struct RouteSeen {
  Revision principal = 0;  // of the participant that sends, or for which the caller sends
  Revision recipient = 0;
  Revision relationship = 0;  // 0: there was none
  Revision network = 0;       // of the setting
};

enum class Delivery : std::uint8_t { at_once = 1, when_released = 2 };
// When a known number makes a new version: document::Chain, resolved for this document.
enum class Chaining : std::uint8_t { by_number = 1, explicit_version = 2 };

struct Submission {
  Transaction transaction;  // but for what decide fills in: created, state, links, more warnings
  Bytes content;            // minified; kept alive until the answer
  Chaining chaining = Chaining::by_number;
  Delivery delivery = Delivery::at_once;
  bool makes_relationship = false;  // a `requested` one, for there is none
  RouteSeen seen;
  std::optional<KeyUse> key;
  Rules rules;
  Purpose purpose = Purpose::keep;
};

struct ReportItem {
  TransactionId id;
  Verdict verdict{};
  std::string reason;
  ErrorType type = ErrorType::data;
  Context context;
  CaseId new_case;  // for the case that a failure opens
};

struct ReportCommand {
  ParticipantId recipient;
  Flow flow{};
  Actor by;
  std::vector<ReportItem> items;  // in the order in which they count
  Purpose purpose = Purpose::keep;
};

struct Requeue {
  TransactionId id;
  TransactionId new_id;
  Actor by;
  Flow flow{};  // of a participant; an operator's is not asked
  Delivery delivery = Delivery::at_once;
  bool makes_relationship = false;  // as a Submission's
  RouteSeen seen;
  std::optional<KeyUse> key;
  Rules rules;
};

struct Discard {
  TransactionId id;
  Actor by;
  std::string reason;
  CaseId new_case;
};

// Of one direction what its relationship takes now, from the oldest that is held: a slice.
struct Release {
  ParticipantId from;
  ParticipantId to;
  Flow flow{};
  std::optional<TransactionId> after = {};  // held documents up to this one were checked before
  std::uint32_t count_max = base::limits::background_slice;
};

using Move = std::variant<Requeue, Discard, Release>;

struct OpenRejection {
  Rejected rejected;  // but for its time; its id is taken if the payload has no case yet
};

struct OpenPosted {
  CaseId id;
  ParticipantId reporter;
  Flow flow{};
  ErrorType type = ErrorType::data;
  std::string reason;
  Context context;
  std::string transaction_identifier;
  std::optional<Kind> kind;
  std::optional<KeyUse> key;
  Rules rules;
};

using CaseOpening = std::variant<OpenRejection, OpenPosted>;

struct CaseChange {
  CaseId id;
  std::optional<Revision> revision;  // none: whatever it is now
  Actor by;
  Flow flow{};  // of a participant; an operator's is not asked
  std::optional<std::string> comment;
  std::optional<CaseStatus> status;
  std::optional<Turn> turn;
};

// The pending documents of a participant that closes: they prevent it, or an intent fails them.
enum class OnPending : std::uint8_t { refuse = 1, fail = 2 };

// Entries that change together, each with the revision that it is to have: one more than was seen.
struct DirectoryChange {
  std::vector<DirectoryEntry> entries;
  Actor by;
  // Identifiers that go from these to another of the change's participants: their pending documents
  // are counted for the answer.
  struct Leaving {
    ParticipantId from;
    std::vector<Identifier> identifiers;  // comparable
  };
  std::vector<Leaving> leaving;
  std::optional<Intent> intent;  // begins in the same commit, where there is something for it to do
  OnPending on_pending = OnPending::refuse;  // of a closing
};

// What step() works on.
struct IntentWork {
  IntentId id;
};
// A recipient that stopped pulling (contract 8.5): the whole queue is one slice.
struct OverdueWork {
  ParticipantId recipient;
  Flow flow{};
  Rules rules;
};
struct RetentionWork {
  KindSet kinds;
  Instant created_before{};
  Removal what{};
  std::optional<TransactionId> after = {};  // those up to this one were looked at before
};
using Work = std::variant<IntentWork, OverdueWork, RetentionWork>;

struct Delivered {
  EndpointId endpoint;
  Position position = 0;  // the entry that was tried; taken: so are all before it
  enum class Outcome : std::uint8_t { taken = 1, failed = 2 } outcome{};
  std::uint64_t fence = 0;
  Position taken_before = 0;  // failed: up to here all was taken in the same go; 0: nothing was
};

}  // namespace tradepost::exchange
