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

// The values of the index (keys.hpp has the keys). Values are made anew with the index, so they
// have no versions of their own: Applied::format says which ones an index has.
namespace tradepost::store::embedded {

// How far the index goes. In every batch.
struct Applied {
  static constexpr std::uint32_t format_now = 10;

  std::uint32_t format = format_now;
  journal::Identity journal;
  std::uint64_t epoch = 0;
  journal::Place frame;            // the last one that is in it
  journal::Place next;             // the one after it
  journal::Sequence sequence = 0;  // of the last record
  base::Digest chain;              // after that frame
  exchange::Instant last_instant{};
  exchange::Revision directory = 0;  // of the whole

  static Applied nothing(const journal::Identity& journal) {
    Applied applied;
    applied.journal = journal;
    return applied;
  }
};

// Of a transaction. What its `sent` says and few ask for stays in the journal: the role and
// identifier that routed it, units, warnings, digest; and a report's words.
struct Row {
  exchange::Transaction known;
  journal::Sequence sent = 0;
  journal::Place place;                  // of its `sent`
  std::optional<journal::Place> warned;  // of its `warned`, the record after it
  journal::Sequence reported = 0;        // its newest `reported`, if any
  journal::Place report_place;
  bool is_removed = false;  // nobody sees it any more
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

// Of a chain, or of a payload.
struct VersionValue {
  exchange::TransactionId id;
  base::Digest digest;
};

// What a filter asks that never changes.
struct HistoryValue {
  exchange::Kind kind{};
  bool is_sent = false;  // by the viewer
};

// Of a block of a viewer's history: all that is in it, and at times more (summaries.hpp).
struct SummaryValue {
  std::uint32_t rows = 0;  // that joined it
  exchange::HistoryPlace newest{.created = exchange::Instant::min(), .id = {}};
  exchange::KindSet kinds = exchange::KindSet::of_bits(0);
  std::uint8_t statuses = 0;            // bits, by the number of each
  std::uint8_t directions = 0;          // bits
  std::vector<std::uint16_t> partners;  // the end of each one's id, sorted
  bool has_any_partner = false;         // too many to be named
  // Of the blocks of all there is, which have these for partners: the beginning of each number's
  // digest, sorted.
  std::vector<std::uint32_t> numbers;
};

// How many are so, of what a viewer sees and was made within an hour. None that are 0; sorted.
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

// Of a participant and flow.
struct CountsValue {
  std::uint64_t pending = 0;
  std::uint64_t held = 0;  // towards it
  std::uint64_t failed = 0;

  bool operator==(const CountsValue&) const = default;
};

// A frame in which something was sent.
struct FrameValue {
  journal::Place place;
};

// Of the directory, with the revision of the whole that it made.
struct EntryValue {
  exchange::Revision whole = 0;
  std::string kept;
};

struct IntentValue {
  std::uint64_t steps = 0;
  std::string kept;
};

}  // namespace tradepost::store::embedded
