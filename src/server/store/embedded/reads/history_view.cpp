#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/sliced_walk.hpp"
#include "store/embedded/index/summaries.hpp"
#include "store/embedded/reads/history_page.hpp"
#include "store/embedded/reads/numbered_places.hpp"
#include "store/embedded/reads/views.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::HistoryFilter;
using exchange::HistoryPlace;
using exchange::HistoryQuery;

constexpr std::size_t looked_at_max = 2'000;  // by a loop

bool may_match(const HistoryValue& value, const HistoryFilter& filter) {
  if (filter.kind && value.kind != *filter.kind) return false;
  return !filter.direction || value.is_sent == (*filter.direction == exchange::Direction::sent);
}

bool has_summaries(const HistoryFilter& filter) {
  return filter.kind || filter.status || filter.direction || filter.partner;
}

// Makes one page of the documents of a flow that a participant sees.
class HistorySearch {
 public:
  HistorySearch(const HistoryQuery& query, const QueueName& whose, const Records& records,
                ReadContext& context)
      : query_(query),
        records_(records),
        context_(context),
        viewer_(whose.participant),
        flow_(whose.flow),
        begin_(beginning(query)),
        at_a_time_(has_summaries(query.filter)
                       ? rows_at_a_time
                       : std::min<std::size_t>(query.count_max + 1, rows_at_a_time)),
        builder_(query, records, context) {}

  Result<exchange::HistoryPage> page() && {
    TRY_ASSIGN(const bool is_listed, by_listed_numbers());
    if (is_listed) {
      TRY(flush());
      return std::move(builder_).page();
    }
    if (query_.filter.naming) {
      TRY(by_reference());
    } else if (query_.filter.number) {
      TRY(by_number());
    } else if (has_summaries(query_.filter)) {
      TRY(by_blocks());
    } else {
      TRY(along(key<layouts::history>(viewer_, flow_), from(), {}));
    }
    TRY(flush());
    return std::move(builder_).page();
  }

 private:
  std::string from() const { return begin_ ? keys::history_place(*begin_) : std::string(); }

  // A loop serves others too, so a long search moves to a thread that may wait.
  Done look() {
    if (++looked_at_ > looked_at_max && context_.patience == Patience::in_memory_only) {
      return base::refuse(would_wait(context_));
    }
    return {};
  }

  Done by_number() {
    const auto prefix = keys::number(viewer_, flow_, *query_.filter.number);
    SlicedWalk walk(records_.index(), prefix, from(), context_);
    while (!is_through_ && walk.next()) {
      TRY(look());
      TRY(meet(keys::history_place_of(walk.key())));
    }
    return walk.done();
  }

  Done by_reference() {
    const document::Reference& named = *query_.filter.naming;
    const auto prefix = keys::naming(viewer_, flow_, named.number);
    SlicedWalk walk(records_.index(), prefix, from(), context_);
    while (!is_through_ && walk.next()) {
      TRY(look());
      TRY_ASSIGN(const auto value, decoded<NamingValue>(walk.value(), "references"));
      if ((value.kinds & named.kinds) != 0) TRY(meet(keys::history_place_of(walk.key())));
    }
    return walk.done();
  }

  // Returns false without a usable prefix, or if too many documents have it.
  Result<bool> by_listed_numbers() {
    if (!has_listed_numbers(query_.filter)) return false;
    NumberedPlaces numbered(query_, records_.index(), context_);
    TRY_ASSIGN(const bool is_whole,
               numbered.add({.participant = viewer_, .flow = flow_}, [&] { return look(); }));
    if (!is_whole) return false;
    for (const HistoryPlace& place : std::move(numbered).newest_first()) {
      if (is_through_) break;
      TRY(meet(place));
    }
    return true;
  }

  // Visits the blocks, newest first, and reads only the ones that may match.
  Done by_blocks() {
    const auto rows = key<layouts::history>(viewer_, flow_);
    const auto prefix = key<layouts::summary>(viewer_, flow_);
    std::string from = this->from();
    SlicedWalk blocks(records_.index(), prefix, from, context_);
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

  // Reads up to `last`, or to the end of the history.
  Done along(const std::string& prefix, std::string_view from, std::string_view last) {
    SlicedWalk walk(records_.index(), prefix, from, context_);
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

  // Adds a document that may be on the page.
  Done meet(const HistoryPlace& place) {
    if (query_.before && place == *query_.before) return {};
    if (is_too_old(place)) {
      is_through_ = true;
      return {};
    }
    ids_.push_back(place.id);
    return ids_.size() == at_a_time_ ? flush() : Done();
  }

  // Reads the collected documents' rows together.
  Done flush() {
    if (ids_.empty() || is_full_) return {};
    TRY_ASSIGN(const auto rows, records_.rows(ids_, context_));
    ids_.clear();
    for (const auto& row : rows) {
      if (!row) continue;
      TRY_ASSIGN(const bool takes_more, builder_.take(*row));
      if (takes_more) continue;
      is_full_ = true;
      is_through_ = true;
      return {};
    }
    return {};
  }

  static constexpr std::size_t rows_at_a_time = 128;

  const HistoryQuery& query_;
  const Records& records_;
  ReadContext& context_;
  const exchange::ParticipantId viewer_;
  const exchange::Flow flow_;
  const std::optional<HistoryPlace> begin_;  // the newest place that the page may have
  const std::size_t at_a_time_;
  HistoryPageBuilder builder_;
  std::vector<exchange::TransactionId> ids_;  // collected, not read yet
  std::size_t looked_at_ = 0;
  bool is_through_ = false;
  bool is_full_ = false;
};

// Makes an operator's page of a participant's documents: the participant's history, of both flows.
Result<exchange::HistoryPage> partners_history(const HistoryQuery& query, const Records& records,
                                               ReadContext& context) {
  std::vector<exchange::PendingItem> items;
  const auto place_of = [](const exchange::PendingItem& item) {
    return HistoryPlace{.created = item.row->created, .id = item.row->id};
  };
  // The page of a flow says nothing about rows after its last one.
  std::optional<HistoryPlace> known_to;
  for (const exchange::Flow flow : {exchange::Flow::live, exchange::Flow::test}) {
    if (query.filter.flow && *query.filter.flow != flow) continue;
    const QueueName whose{.participant = *query.filter.partner, .flow = flow};
    TRY_ASSIGN(exchange::HistoryPage page, HistorySearch(query, whose, records, context).page());
    if (page.more) known_to = std::max(known_to, std::optional(place_of(page.items.back())));
    std::ranges::move(page.items, std::back_inserter(items));
  }
  std::ranges::sort(items, std::greater<>(), place_of);
  exchange::HistoryPage page{.items = {}, .more = known_to.has_value()};
  std::uint64_t bytes = 0;
  for (exchange::PendingItem& item : items) {
    bytes += item.content.view.size();
    const bool is_full = page.items.size() == query.count_max ||
                         (!page.items.empty() && query.bytes_max != 0 && bytes > query.bytes_max);
    if (is_full || (known_to && place_of(item) < *known_to)) {
      page.more = true;
      break;
    }
    page.items.push_back(std::move(item));
  }
  return page;
}

}  // namespace

Result<exchange::HistoryPage> Views::history(const HistoryQuery& query,
                                             ReadContext& context) const {
  if (query.filter.sscc) return bearers_history(query, context);
  if (query.filter.held == true) {
    TRY_ASSIGN(auto page, held_history(query, context));
    if (page) return *std::move(page);
  }
  if (query.viewer.participant) {
    const QueueName whose{.participant = *query.viewer.participant, .flow = query.viewer.flow};
    return HistorySearch(query, whose, records_, context).page();
  }
  // An operator has no side, so a filter by direction has no effect.
  HistoryQuery asked = query;
  asked.filter.direction.reset();
  if (asked.filter.partner) return partners_history(asked, records_, context);
  if (has_listed_numbers(asked.filter)) {
    TRY_ASSIGN(auto page, everybodys_numbered(asked, context));
    if (page) return *std::move(page);
  }
  return everybodys_history(asked, context);
}

}  // namespace tradepost::store::embedded
