#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/crypto/sha256.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/port/store_reads.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"

// The values of the index (keys.hpp has the keys). A rebuild of the index also rebuilds its values,
// so they have no versions: Applied::format has the version of the whole index.
namespace tradepost::store::embedded {

// The position of the index. Every batch writes it.
struct Applied {
  static constexpr std::uint32_t format_now = 11;

  std::uint32_t format = format_now;
  journal::Identity journal;
  std::uint64_t epoch = 0;
  journal::Place frame;            // the last frame in the index
  journal::Place next;             // the next frame
  journal::Sequence sequence = 0;  // of the last record
  base::Digest chain;              // after the last frame
  exchange::Instant last_instant{};
  exchange::Revision directory = 0;  // of the whole directory

  static Applied nothing(const journal::Identity& journal) {
    Applied applied;
    applied.journal = journal;
    return applied;
  }
};

// A transaction. The journal alone has rarely used data of its `sent` (the role and identifier that
// routed it, units, warnings, digest) and the texts of a report.
struct Row {
  exchange::Transaction known;
  journal::Sequence sent = 0;
  journal::Place place;                  // of its `sent`
  std::optional<journal::Place> warned;  // of its `warned`, the next record
  journal::Sequence reported = 0;        // its newest `reported`, if any
  journal::Place report_place;
  bool is_removed = false;  // hidden from all viewers
  document::References references;
};

// The kinds as in document::Reference.
struct NamingValue {
  std::uint32_t kinds = 0;
};

struct QueuedValue {
  journal::Sequence sent = 0;
  journal::Place place;
  exchange::Kind kind{};
};

struct HeldValue {
  exchange::TransactionId id;
  exchange::Kind kind{};
  std::uint64_t bytes = 0;
};

// A version of a chain, or of a payload.
struct VersionValue {
  exchange::TransactionId id;
  base::Digest digest;
};

// The constant fields of a row that filters use.
struct HistoryValue {
  exchange::Kind kind{};
  bool is_sent = false;  // by the viewer
};

// The values in a block of a viewer's history; it may have more than the rows (summaries.hpp).
struct SummaryValue {
  std::uint32_t rows = 0;  // added to the block
  exchange::HistoryPlace newest{.created = exchange::Instant::min(), .id = {}};
  exchange::KindSet kinds = exchange::KindSet::of_bits(0);
  std::uint8_t statuses = 0;            // bits, by the number of each
  std::uint8_t directions = 0;          // bits
  std::vector<std::uint16_t> partners;  // the last bytes of each id, sorted
  bool has_any_partner = false;         // the list is full
  // Only in blocks of the whole network, which have numbers instead of partners: the first bytes of
  // each number's digest, sorted.
  std::vector<std::uint32_t> numbers;
};

// A count of the documents that a viewer sees and that were created in one hour. Never 0; sorted.
struct HourCell {
  exchange::Kind kind{};
  exchange::Direction direction{};
  exchange::Status status{};
  std::uint64_t count = 0;
};
struct HourValue {
  std::vector<HourCell> cells;
};

struct FeedValue {
  std::uint8_t type = 0;  // exchange::FeedType
  base::Uuid id;
};

struct RecordValue {
  journal::Sequence sequence = 0;
  journal::Place place;
};

struct RejectionValue {
  exchange::CaseId id;
  std::uint64_t bytes = 0;
};

struct RejectedValue {
  exchange::ParticipantId sender;
  exchange::Flow flow{};
  base::Digest payload;
  RecordValue record;
};

// The counts of a participant and flow.
struct CountsValue {
  std::uint64_t pending = 0;
  std::uint64_t held = 0;  // towards it
  std::uint64_t failed = 0;

  bool operator==(const CountsValue&) const = default;
};

// A frame with sent documents.
struct FrameValue {
  journal::Place place;
};

// An entry of the directory, with the directory's revision that it made.
struct EntryValue {
  exchange::Revision whole = 0;
  std::string kept;
};

struct IntentValue {
  std::uint64_t steps = 0;
  std::string kept;
};

}  // namespace tradepost::store::embedded
