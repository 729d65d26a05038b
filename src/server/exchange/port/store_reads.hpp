#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "document/references.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"
#include "exchange/model/feed_entries.hpp"
#include "exchange/model/transaction.hpp"

// The queries and answers of a store's reads.
namespace tradepost::exchange {

struct DirectoryNews {
  Revision revision = 0;  // of the whole directory; grows with every change
  std::vector<DirectoryEntry> entries;
};

struct PendingQuery {
  ParticipantId recipient;
  Flow flow{};
  KindSet kinds;
  Position after = 0;
  std::uint32_t count_max = 0;
  std::uint64_t bytes_max = 0;  // of content; one item comes whatever its size
};

struct PendingItem {
  TransactionPtr row;
  Bytes content;
};

struct PendingPage {
  std::vector<PendingItem> items;
  bool more = false;
};

enum class WithContent : std::uint8_t { no, yes };

struct FindQuery {
  TransactionId id;
  Viewer viewer;
  WithContent content = WithContent::no;
  bool with_original = false;
};

struct SsccQuery {
  std::uint64_t number = 0;  // an SSCC without its check digit
  Viewer viewer;
};

struct Found {
  TransactionPtr row;
  Bytes content;                          // empty if it was not requested, or was removed
  std::vector<Event> events;              // in the order in which they happened
  std::optional<Original> original = {};  // if it was requested, and was not removed
};

enum class Direction : std::uint8_t { sent = 1, received = 2 };

struct HistoryPlace {
  Instant created{};
  TransactionId id;

  auto operator<=>(const HistoryPlace&) const = default;
};

struct HistoryFilter {
  std::optional<Kind> kind;
  std::optional<Flow> flow;
  std::optional<Status> status;
  std::optional<Direction> direction;
  std::optional<Instant> created_from;       // this or later
  std::optional<Instant> created_before;     // earlier than this
  std::optional<std::string> number;         // ignores ASCII case
  std::optional<std::string> number_prefix;  // ignores ASCII case
  std::optional<ParticipantId> partner;      // on any side
  std::optional<std::uint64_t> sscc;         // of a unit, without its check digit
  std::optional<bool> held;                  // until the recipient accepts the sender
  // Documents that name such a document; ignores ASCII case, and the bytes after the 64th. Only for
  // a participant, and without number and sscc.
  std::optional<document::Reference> naming;
};

struct HistoryQuery {
  Viewer viewer;
  HistoryFilter filter;
  std::optional<HistoryPlace> before;
  std::uint32_t count_max = 0;
  WithContent content = WithContent::no;
  std::uint64_t bytes_max = 0;  // of content; one item comes whatever its size
};

struct HistoryPage {
  std::vector<PendingItem> items;
  bool more = false;
};

struct CasePlace {
  Instant opened{};
  CaseId id;

  auto operator<=>(const CasePlace&) const = default;
};

struct CaseQuery {
  CaseViewer viewer;
  std::optional<CaseStatus> status;
  std::optional<CasePlace> before;
  std::uint32_t count_max = 0;
};

struct CasePage {
  std::vector<CasePtr> cases;
  bool more = false;
};

struct FoundCase {
  CasePtr value;
  std::vector<CaseCommented> comments;
  std::optional<Rejected> rejected;
};

struct QueueState {
  ParticipantId participant;
  Flow flow{};
  std::uint64_t pending = 0;
  std::optional<Instant> oldest;  // created
  std::uint64_t held = 0;         // for this recipient
  std::uint64_t failed = 0;
  std::optional<Instant> last_poll;
};

// The place of a queue in the order of participant and flow.
struct QueuePlace {
  ParticipantId participant;
  Flow flow{};

  auto operator<=>(const QueuePlace&) const = default;
};

struct QueuesQuery {
  std::optional<ParticipantId> participant;  // nullopt: all participants
  std::optional<QueuePlace> after;
  std::optional<std::uint32_t> count_max;  // nullopt: no limit
};

struct HeldState {
  ParticipantId from;
  ParticipantId to;
  Flow flow{};
  HeldFact held;
};

// The first number that was never taken, an SSCC without its check digit, of each range that has
// given numbers.
using NextNumbers = std::map<RangeId, std::uint64_t>;

enum class StatisticsStep : std::uint8_t { hour = 1, day = 2 };

// The hours of UTC that begin at `from` or later, and before `before`.
struct StatisticsSpan {
  Instant from{};
  Instant before{};
};

struct StatisticsQuery {
  Viewer viewer;  // an operator sees all transactions of the flow, each once, as sent
  StatisticsSpan span;
  StatisticsStep step = StatisticsStep::hour;
};

// The number of transactions made within the step that have these values now.
struct StatisticsCount {
  Instant begins{};  // of the step
  Kind kind{};
  Direction direction{};
  Status status{};
  std::uint64_t count = 0;  // never 0

  auto operator<=>(const StatisticsCount&) const = default;
};

struct EffectsPage {
  std::vector<std::pair<std::uint64_t, Effect>> effects;  // sequence and effect
  bool more = false;
};

}  // namespace tradepost::exchange
