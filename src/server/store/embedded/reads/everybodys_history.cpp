#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/sliced_walk.hpp"
#include "store/embedded/index/summaries.hpp"
#include "store/embedded/reads/history_page.hpp"
#include "store/embedded/reads/views.hpp"

// Operators see all documents, and only the journal lists them all. This reads its frames by the
// instants of their sent documents, newest first, and only frames that may match. Instants may
// decrease along the journal, because a clock was wrong.
namespace tradepost::store::embedded {
namespace {

using exchange::Flow;
using exchange::HistoryFilter;
using exchange::HistoryPlace;
using exchange::HistoryQuery;
using exchange::Instant;

HistoryPlace place_of(const Row& row) {
  return {.created = row.known.created, .id = row.known.id};
}

// The times when documents of a flow may match, from the blocks of the whole network, newest first.
class Stretches {
 public:
  Stretches(const Index& index, Flow flow, const HistoryFilter& filter, std::string_view from,
            ReadContext& context)
      : filter_(filter), blocks_(index, key<layouts::summary>(everybody, flow), from, context) {}

  // Returns the newest instant at or before `at`, or nullopt. `at` must not increase from call to
  // call.
  Result<std::optional<Instant>> newest(Instant at) {
    while (!is_through_ && !(matches_ && begins_ <= at)) TRY(advance());
    return is_through_ ? std::nullopt : std::optional(std::min(at, ends_));
  }

 private:
  Done advance() {
    ends_ = begins_;
    is_through_ = !blocks_.next();
    if (is_through_) return blocks_.done();
    begins_ = keys::history_place_of(blocks_.key()).created;
    TRY_ASSIGN(const auto summary, decoded<SummaryValue>(blocks_.value(), "summaries"));
    matches_ = may_match(summary, filter_);
    return {};
  }

  const HistoryFilter& filter_;
  SlicedWalk blocks_;
  // For the current block.
  Instant begins_ = Instant::max();
  Instant ends_ = Instant::max();
  bool matches_ = false;
  bool is_through_ = false;
};

// Makes one page.
class Overview {
 public:
  Overview(const HistoryQuery& query, const Records& records, const journal::Reader& journal,
           ReadContext& context)
      : query_(query),
        records_(records),
        journal_(journal),
        context_(context),
        begin_(beginning(query)),
        builder_(query, records, context) {
    const std::string from = begin_ ? keys::history_place(*begin_) : std::string();
    for (const Flow flow : {Flow::live, Flow::test}) {
      if (query.filter.flow && *query.filter.flow != flow) continue;
      stretches_.emplace_back(records.index(), flow, query.filter, from, context);
    }
  }

  Result<exchange::HistoryPage> page() && {
    TRY_ASSIGN(auto at, newest(begin_ ? begin_->created : Instant::max()));
    while (at) {
      TRY_ASSIGN(at, along(*at));
    }
    TRY(take_newer_than(std::nullopt));
    return std::move(builder_).page();
  }

 private:
  Result<std::optional<Instant>> newest(Instant at) {
    std::optional<Instant> answer;
    for (Stretches& stretches : stretches_) {
      TRY_ASSIGN(const auto of_flow, stretches.newest(at));
      answer = std::max(answer, of_flow);
    }
    return answer;
  }

  // Reads the frames from this instant on until nothing matches for a while. Returns the next
  // instant, or nullopt at the end.
  Result<std::optional<Instant>> along(Instant at) {
    SlicedWalk frames(records_.index(), key<layouts::frame>(), rest_of_key<layouts::frame, 0>(at),
                      context_);
    while (frames.next()) {
      const Instant created = value_of<layouts::frame, 0, Instant>(frames.key());
      TRY(take_newer_than(created));
      const auto& from = query_.filter.created_from;
      if (is_full_ || (from && created < *from)) return std::optional<Instant>();
      TRY_ASSIGN(const auto next, newest(created));
      if (!next || *next < created) return next;
      TRY_ASSIGN(const auto frame, decoded<FrameValue>(frames.value(), "frames"));
      TRY(read(frame.place, created));
    }
    TRY(frames.done());
    return std::optional<Instant>();
  }

  // Reads a frame's documents of that instant.
  Done read(journal::Place place, Instant created) {
    TRY_ASSIGN(const auto frame, journal_.frame_at(place));
    if (!frame) return base::refuse(index_damaged("frames"));
    std::vector<exchange::TransactionId> ids;
    for (const journal::RecordView& record : frame->records) {
      if (!is_sent(record.kind)) continue;
      TRY_ASSIGN(const Payload payload, payload_of(record, frame->owner));
      ids.push_back(std::get<exchange::Sent>(std::get<exchange::Effect>(payload)).transaction.id);
    }
    TRY_ASSIGN(auto rows, records_.rows(ids, context_));
    for (auto& row : rows) {
      if (row && row->known.created == created) rows_.push_back(*std::move(row));
    }
    return {};
  }

  // Takes the rows that are newer than that instant, or all of them.
  Done take_newer_than(std::optional<Instant> instant) {
    std::ranges::sort(rows_, std::greater<>(), place_of);
    auto row = rows_.begin();
    for (; row != rows_.end() && !is_full_; ++row) {
      if (instant && row->known.created <= *instant) break;
      const HistoryPlace place = place_of(*row);
      if (begin_ && (place > *begin_ || (query_.before && place == *query_.before))) continue;
      TRY_ASSIGN(const bool takes_more, builder_.take(*row));
      is_full_ = !takes_more;
    }
    rows_.erase(rows_.begin(), row);
    return {};
  }

  const HistoryQuery& query_;
  const Records& records_;
  const journal::Reader& journal_;
  ReadContext& context_;
  const std::optional<HistoryPlace> begin_;
  HistoryPageBuilder builder_;
  std::deque<Stretches> stretches_;  // by flow; a deque, so that they are not moved
  std::vector<Row> rows_;            // of frames that were read; not taken yet
  bool is_full_ = false;
};

}  // namespace

Result<exchange::HistoryPage> Views::everybodys_history(const HistoryQuery& query,
                                                        ReadContext& context) const {
  if (context.patience == Patience::in_memory_only) return base::refuse(would_wait(context));
  return Overview(query, records_, journal_, context).page();
}

}  // namespace tradepost::store::embedded
