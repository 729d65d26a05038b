#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ground/limits.hpp"
#include "document/references.hpp"
#include "exchange/model/effects.hpp"

// The commands to a store. They contain everything that is known before the write, ids included, so
// that a repeated command changes nothing and has the same answer.
namespace tradepost::exchange {

// The periods and limits that an operator can configure.
struct Rules {
  std::chrono::days chain_open{400};
  std::chrono::days duplicate_without_number{30};
  std::chrono::days overdue{3};
  std::uint32_t keys_max = base::limits::keys_max_default;
};

// The lifetime of an Idempotency-Key, also across restarts.
inline constexpr std::chrono::hours key_life{24};
// A migration copies keys up to this age: if the clock is set back after it, they are valid again.
inline constexpr std::chrono::hours key_kept{48};

// Purpose::validate_only validates everything and stores nothing.
enum class Purpose : std::uint8_t { keep, validate_only };

// The revisions in the directory on which the use case based the route. If the commit finds other
// revisions, the answer is directory_stale.
struct RouteSeen {
  Revision principal = 0;  // of the sending participant, or of the one that the caller sends for
  Revision recipient = 0;
  Revision relationship = 0;  // 0: none existed
  Revision network = 0;       // of the setting
};

enum class Delivery : std::uint8_t { at_once = 1, when_released = 2 };
// When a known number makes a new version: document::Chain, resolved for this document.
enum class Chaining : std::uint8_t { by_number = 1, explicit_version = 2 };

struct Submission {
  Transaction transaction;  // decide sets created, state and links, and adds warnings
  Bytes content;            // minified; kept alive until the answer
  std::optional<Original> original = {};
  document::References references;
  Chaining chaining = Chaining::by_number;
  Delivery delivery = Delivery::at_once;
  bool makes_relationship = false;  // adds a `requested` one, because none exists
  RouteSeen seen;
  std::optional<KeyUse> key;
  Rules rules;
  Purpose purpose = Purpose::keep;
  PersonId person = {};  // the person who sends it; zero: a program
};

struct ReportItem {
  TransactionId id;
  Verdict verdict{};
  std::string reason;
  ErrorType type = ErrorType::data;
  Context context;
  CaseId new_case = {};  // the id of the case that a failure opens; report() sets it
};

struct ReportCommand {
  ParticipantId recipient;
  Flow flow{};
  Actor by;
  std::vector<ReportItem> items;  // in the order of execution
  Purpose purpose = Purpose::keep;
};

struct Requeue {
  TransactionId id;
  TransactionId new_id;
  Actor by;
  Flow flow{};  // ignored for an operator
  Delivery delivery = Delivery::at_once;
  bool makes_relationship = false;  // as in Submission
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

// Releases one slice of a direction's held documents that the relationship now permits, oldest
// first.
struct Release {
  ParticipantId from;
  ParticipantId to;
  Flow flow{};
  std::optional<TransactionId> after = {};  // held documents up to this one were checked before
  std::uint32_t count_max = base::limits::background_slice;
};

using Move = std::variant<Requeue, Discard, Release>;

struct OpenRejection {
  Rejected rejected;        // decide sets its time; its id is used if the payload has no case yet
  PersonId person = {};     // as in Submission
  std::string number = {};  // of the document; empty if it has none
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
  PersonId person = {};  // as in Submission
};

using CaseOpening = std::variant<OpenRejection, OpenPosted>;

struct CaseChange {
  CaseId id;
  std::optional<Revision> revision;  // nullopt: any revision
  Actor by;
  Flow flow{};  // ignored for an operator
  std::optional<std::string> comment;
  std::optional<CaseStatus> status;
  std::optional<Turn> turn;
};

// Either pending documents prevent the closing of their participant, or an intent fails them.
enum class OnPending : std::uint8_t { refuse = 1, fail = 2 };

// Entries that change together. Each has its new revision, one more than the revision that was
// seen.
struct DirectoryChange {
  std::vector<DirectoryEntry> entries;
  Actor by;
  // Identifiers that move from `from` to another participant of the change. The pending documents
  // that were routed by them are counted for the answer.
  struct Leaving {
    ParticipantId from;
    std::vector<Identifier> identifiers;  // comparable
  };
  std::vector<Leaving> leaving;
  std::optional<Intent> intent;              // begins in the same commit, if it has work
  OnPending on_pending = OnPending::refuse;  // for a closing
};

// The intent that step() continues.
struct IntentWork {
  IntentId id;
};
// Checks a recipient that stopped pulling (contract 8.5). The whole queue is one slice.
struct OverdueWork {
  ParticipantId recipient;
  Flow flow{};
  Rules rules;
};
struct RetentionWork {
  KindSet kinds;
  Instant created_before{};
  Removal what{};
  std::optional<TransactionId> after = {};  // transactions up to this one were checked before
};
using Work = std::variant<IntentWork, OverdueWork, RetentionWork>;

struct Delivered {
  EndpointId endpoint;
  Position position = 0;  // of the last attempt; taken: all entries up to it were accepted
  enum class Outcome : std::uint8_t { taken = 1, failed = 2 } outcome{};
  std::uint64_t fence = 0;
  Position taken_before = 0;  // failed: the last entry that the same batch delivered, or 0
};

}  // namespace tradepost::exchange
