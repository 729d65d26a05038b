#include "store/embedded/reads/numbered_places.hpp"

#include <algorithm>
#include <utility>

#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/sliced_walk.hpp"
#include "store/embedded/reads/history_page.hpp"
#include "store/embedded/reads/views.hpp"

namespace tradepost::store::embedded {

using exchange::Flow;
using exchange::HistoryPlace;

NumberedPlaces::NumberedPlaces(const exchange::HistoryQuery& query, const Index& index,
                               ReadContext& context)
    : query_(query), index_(index), context_(context), begin_(beginning(query)) {}

Result<bool> NumberedPlaces::add(const QueueName& whose, const std::function<Done()>& look) {
  const auto& from = query_.filter.created_from;
  SlicedWalk walk(index_,
                  keys::numbers(whose.participant, whose.flow, *query_.filter.number_prefix), {},
                  context_);
  while (walk.next()) {
    TRY(look());
    if (++visits_ > visits_max) return false;
    const HistoryPlace place = keys::numbered_place_of(walk.key());
    if ((from && place.created < *from) || (begin_ && place > *begin_)) continue;
    if (places_.size() == places_max) return false;
    places_.push_back(place);
  }
  TRY(walk.done());
  return true;
}

std::vector<HistoryPlace> NumberedPlaces::newest_first() && {
  std::ranges::sort(places_, std::greater<>());
  const auto repeated = std::ranges::unique(places_);
  places_.erase(repeated.begin(), repeated.end());
  return std::move(places_);
}

// Each document is among the numbers of its sender.
Result<std::optional<exchange::HistoryPage>> Views::everybodys_numbered(
    const exchange::HistoryQuery& query, ReadContext& context) const {
  if (context.patience == Patience::in_memory_only) return base::refuse(would_wait(context));
  NumberedPlaces numbered(query, records_.index(), context);
  const exchange::DirectoryPtr directory = published_.directory();
  for (const auto* const participant : directory->participants()) {
    for (const Flow flow : {Flow::live, Flow::test}) {
      if (query.filter.flow && *query.filter.flow != flow) continue;
      TRY_ASSIGN(const bool is_whole, numbered.add({.participant = participant->id, .flow = flow},
                                                   [] { return Done(); }));
      if (!is_whole) return std::optional<exchange::HistoryPage>();
    }
  }
  constexpr std::size_t rows_at_a_time = 128;
  HistoryPageBuilder builder(query, records_, context);
  const std::vector<HistoryPlace> places = std::move(numbered).newest_first();
  for (std::size_t at = 0; at < places.size(); at += rows_at_a_time) {
    std::vector<exchange::TransactionId> ids;
    for (std::size_t i = at; i < std::min(at + rows_at_a_time, places.size()); ++i) {
      if (!(query.before && places[i] == *query.before)) ids.push_back(places[i].id);
    }
    TRY_ASSIGN(const auto rows, records_.rows(ids, context));
    for (const auto& row : rows) {
      if (!row) continue;
      TRY_ASSIGN(const bool takes_more, builder.take(*row));
      if (!takes_more) return std::optional(std::move(builder).page());
    }
  }
  return std::optional(std::move(builder).page());
}

}  // namespace tradepost::store::embedded
