#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

#include "exchange/history_filter.hpp"
#include "store/embedded/keys.hpp"
#include "store/embedded/sliced_walk.hpp"
#include "store/embedded/summaries.hpp"
#include "store/embedded/views.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::HistoryFilter;
using exchange::HistoryPlace;
using exchange::HistoryQuery;
using exchange::Instant;
using exchange::Transaction;
using exchange::Viewer;

constexpr std::size_t looked_at_max = 2'000;  // by a loop

bool may_match(const HistoryValue& value, const HistoryFilter& filter) {
  if (filter.kind && value.kind != *filter.kind) return false;
  return !filter.direction || value.is_sent == (*filter.direction == exchange::Direction::sent);
}

// The newest place that the page may have.
std::optional<HistoryPlace> beginning(const HistoryQuery& query) {
  std::optional<HistoryPlace> place = query.before;
  if (query.filter.created_before) {
    base::Uuid last;
    last.bytes.fill(0xff);
    const HistoryPlace before{
        .created = *query.filter.created_before - std::chrono::milliseconds(1),
        .id = exchange::TransactionId(last)};
    place = place ? std::min(*place, before) : before;
  }
  return place;
}

// A page that fills up, newest first.
class HistoryPageBuilder {
 public:
  HistoryPageBuilder(const HistoryQuery& query, const Records& records, Reading& reading)
      : query_(query), records_(records), reading_(reading) {}

  // False: the page is full, and knows that there is more.
  Result<bool> take(const Row& row) {
    if (row.is_removed || !query_.viewer.sees(row.known) ||
        !matches(row.known, query_.viewer, query_.filter)) {
      return true;
    }
    const bool wants_content = query_.content == exchange::WithContent::yes;
    const std::uint64_t size =
        wants_content && !row.known.content_removed_at ? row.known.content_bytes : 0;
    const bool is_full =
        page_.items.size() == query_.count_max ||
        (!page_.items.empty() && query_.bytes_max != 0 && bytes_ + size > query_.bytes_max);
    if (is_full) {
      page_.more = !page_.items.empty();
      return false;
    }
    bytes_ += size;
    TRY_ASSIGN(exchange::PendingItem item, records_.whole(row, reading_));
    if (!wants_content) item.content = {};
    page_.items.push_back(std::move(item));
    return true;
  }

  exchange::HistoryPage page() && { return std::move(page_); }

 private:
  const HistoryQuery& query_;
  const Records& records_;
  Reading& reading_;
  exchange::HistoryPage page_;
  std::uint64_t bytes_ = 0;
};

bool has_summaries(const HistoryFilter& filter) {
  return filter.kind || filter.status || filter.direction || filter.partner;
}

// Finds one page of what a participant sees.
class HistorySearch {
 public:
  HistorySearch(const HistoryQuery& query, const Records& records, Reading& reading)
      : query_(query),
        records_(records),
        reading_(reading),
        viewer_(*query.viewer.participant),
        begin_(beginning(query)),
        at_a_time_(has_summaries(query.filter)
                       ? rows_at_a_time
                       : std::min<std::size_t>(query.count_max + 1, rows_at_a_time)),
        builder_(query, records, reading) {}

  Result<exchange::HistoryPage> page() && {
    TRY_ASSIGN(const bool is_listed, by_listed_numbers());
    if (is_listed) {
      TRY(flush());
      return std::move(builder_).page();
    }
    if (query_.filter.number) {
      TRY(by_number());
    } else if (has_summaries(query_.filter)) {
      TRY(by_blocks());
    } else {
      TRY(along(keys::history(viewer_, query_.viewer.flow), from(), {}));
    }
    TRY(flush());
    return std::move(builder_).page();
  }

 private:
  std::string from() const { return begin_ ? keys::history_place(*begin_) : std::string(); }

  // A loop serves others too: whoever looks at more goes to a thread that may take longer.
  Done look() {
    if (++looked_at_ > looked_at_max && reading_.patience == Patience::in_memory_only) {
      return base::refuse(would_wait(reading_));
    }
    return {};
  }

  Done by_number() {
    const auto prefix = keys::number(viewer_, query_.viewer.flow, *query_.filter.number);
    SlicedWalk walk(records_.index(), prefix, from(), reading_);
    while (!is_through_ && walk.next()) {
      TRY(look());
      TRY(meet(keys::history_place_of(walk.key())));
    }
    return walk.done();
  }

  // Those whose numbers begin so, which stand by their numbers and are put in order here. False:
  // that is too many of them, or it can't be asked so. Then there is one in every few rows, and
  // the history finds them as fast.
  Result<bool> by_listed_numbers() {
    const auto& prefix = query_.filter.number_prefix;
    if (!prefix || prefix->empty() || query_.filter.number) return false;
    SlicedWalk walk(records_.index(), keys::numbers(viewer_, query_.viewer.flow, *prefix), {},
                    reading_);
    std::vector<HistoryPlace> places;
    while (walk.next()) {
      TRY(look());
      const HistoryPlace place = keys::numbered_place_of(walk.key());
      if (is_too_old(place) || (begin_ && place > *begin_)) continue;
      if (places.size() == listed_max) return false;
      places.push_back(place);
    }
    TRY(walk.done());
    std::ranges::sort(places, std::greater<>());
    for (const HistoryPlace& place : places) {
      if (is_through_) break;
      TRY(meet(place));
    }
    return true;
  }

  // Of the blocks, newest first, those alone in which something may match.
  Done by_blocks() {
    const auto rows = keys::history(viewer_, query_.viewer.flow);
    const auto prefix = keys::summaries(viewer_, query_.viewer.flow);
    std::string from = this->from();
    SlicedWalk blocks(records_.index(), prefix, from, reading_);
    while (!is_through_ && blocks.next()) {
      TRY(look());
      const std::string begins(blocks.key());
      TRY_ASSIGN(const auto summary, decoded<SummaryValue>(blocks.value(), "summaries"));
      if (may_match(summary, query_.filter)) TRY(along(rows, from, begins));
      from = begins + '\0';
      is_through_ = is_through_ || is_too_old(keys::history_place_of(begins));
    }
    return blocks.done();
  }

  // Through `last`, or to the end of the history.
  Done along(const std::string& prefix, std::string_view from, std::string_view last) {
    SlicedWalk walk(records_.index(), prefix, from, reading_);
    while (!is_through_ && walk.next()) {
      TRY(look());
      if (!last.empty() && walk.key() > last) return {};
      TRY_ASSIGN(const auto value, decoded<HistoryValue>(walk.value(), "history"));
      const HistoryPlace place = keys::history_place_of(walk.key());
      if (may_match(value, query_.filter)) {
        TRY(meet(place));
      } else {
        is_through_ = is_too_old(place);
      }
    }
    return walk.done();
  }

  bool is_too_old(const HistoryPlace& place) const {
    return query_.filter.created_from && place.created < *query_.filter.created_from;
  }

  // One that may be of the page.
  Done meet(const HistoryPlace& place) {
    if (query_.before && place == *query_.before) return {};
    if (is_too_old(place)) {
      is_through_ = true;
      return {};
    }
    ids_.push_back(place.id);
    return ids_.size() == at_a_time_ ? flush() : Done();
  }

  // The rows of those that were met, all at once.
  Done flush() {
    if (ids_.empty() || is_full_) return {};
    TRY_ASSIGN(const auto rows, records_.rows(ids_, reading_));
    ids_.clear();
    for (const auto& row : rows) {
      if (!row) continue;
      TRY_ASSIGN(const bool goes_on, builder_.take(*row));
      if (goes_on) continue;
      is_full_ = true;
      is_through_ = true;
      return {};
    }
    return {};
  }

  static constexpr std::size_t rows_at_a_time = 128;
  static constexpr std::size_t listed_max = 8'192;

  const HistoryQuery& query_;
  const Records& records_;
  Reading& reading_;
  const exchange::ParticipantId viewer_;
  const std::optional<HistoryPlace> begin_;  // the newest place that the page may have
  const std::size_t at_a_time_;
  HistoryPageBuilder builder_;
  std::vector<exchange::TransactionId> ids_;  // met and not looked at
  std::size_t looked_at_ = 0;
  bool is_through_ = false;
  bool is_full_ = false;
};

}  // namespace

Result<exchange::HistoryPage> Views::history(const HistoryQuery& query, Reading& reading) const {
  if (!query.viewer.participant) return everybodys_history(query, reading);
  return HistorySearch(query, records_, reading).page();
}

// Operators see everything, and there is no list of everything but the journal: it is read
// backwards, frame by frame. Instants never fall along it; within one, ids decide.
Result<exchange::HistoryPage> Views::everybodys_history(const HistoryQuery& query,
                                                        Reading& reading) const {
  if (reading.patience == Patience::in_memory_only) return base::refuse(would_wait(reading));
  const auto begin = beginning(query);
  HistoryPageBuilder builder(query, records_, reading);
  std::vector<Row> group;  // of one instant
  const auto take_group = [&]() -> Result<bool> {
    std::ranges::sort(group, std::greater<>(), [](const Row& row) { return row.known.id; });
    for (const Row& row : group) {
      const HistoryPlace place{.created = row.known.created, .id = row.known.id};
      if (begin && (place > *begin || (query.before && place == *query.before))) continue;
      TRY_ASSIGN(const bool goes_on, builder.take(row));
      if (!goes_on) return false;
    }
    group.clear();
    return true;
  };
  auto walk = records_.index().walk(keys::frames(), {}, reading);
  while (walk.next()) {
    TRY_ASSIGN(const auto value, decoded<FrameValue>(walk.value(), "frames"));
    if (begin && value.first_created > begin->created) continue;
    TRY_ASSIGN(const auto ids, sent_in(value.place));
    TRY_ASSIGN(auto rows, records_.rows(ids, reading));
    for (auto& row : rows) {
      if (!row) continue;
      if (!group.empty() && group.front().known.created != row->known.created) {
        TRY_ASSIGN(const bool goes_on, take_group());
        if (!goes_on) return std::move(builder).page();
      }
      if (query.filter.created_from && row->known.created < *query.filter.created_from) {
        return std::move(builder).page();
      }
      group.push_back(*std::move(row));
    }
  }
  TRY(walk.done());
  TRY(take_group());
  return std::move(builder).page();
}

// Newest first.
Result<std::vector<exchange::TransactionId>> Views::sent_in(journal::Place place) const {
  std::vector<exchange::TransactionId> ids;
  TRY_ASSIGN(const auto frame, journal_.frame_at(place));
  if (!frame) return base::refuse(index_damaged("frames"));
  for (auto record = frame->records.rbegin(); record != frame->records.rend(); ++record) {
    if (record->kind != exchange::Sent::record) continue;
    TRY_ASSIGN(const Payload payload, payload_of(*record, frame->owner));
    ids.push_back(std::get<exchange::Sent>(std::get<exchange::Effect>(payload)).transaction.id);
  }
  return ids;
}

}  // namespace tradepost::store::embedded
