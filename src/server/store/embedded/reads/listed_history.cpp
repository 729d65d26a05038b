#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "document/transport_units.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/sliced_walk.hpp"
#include "store/embedded/index/summaries.hpp"
#include "store/embedded/reads/history_page.hpp"
#include "store/embedded/reads/views.hpp"

// Filters by SSCC, and for held documents: a table lists the documents, and they are sorted.
namespace tradepost::store::embedded {
namespace {

using exchange::HistoryPlace;
using exchange::TransactionId;

constexpr std::size_t bearers_max = 8'192;  // of a viewer, flow, kind and side: the newest
constexpr std::size_t held_max = 65'536;    // of all participants
constexpr std::size_t listed_of_a_loop = 128;

HistoryPlace place_of(const Row& row) {
  return {.created = row.known.created, .id = row.known.id};
}

Done add_bearers(const Index& index, const keys::SsccName& name, std::set<TransactionId>& ids,
                 ReadContext& context) {
  auto walk = index.walk_numbered(keys::sscc(name), context);
  for (std::size_t i = 0; i < bearers_max && walk.next(); ++i) {
    TRY_ASSIGN(const auto id, decoded<TransactionId>(walk.value(), "ssccs"));
    ids.insert(id);
  }
  return walk.done();
}

// A participant has a separate list; the list of the whole network is for operators.
exchange::ParticipantId listed_for(const exchange::HistoryQuery& query) {
  if (query.viewer.participant) return *query.viewer.participant;
  return query.filter.partner.value_or(everybody);
}

// Makes a page of the documents that match a query.
Result<exchange::HistoryPage> page_of(const std::vector<TransactionId>& listed,
                                      const exchange::HistoryQuery& query, const Records& records,
                                      ReadContext& context) {
  const bool is_on_a_loop = context.patience == Patience::in_memory_only;
  if (is_on_a_loop && listed.size() > listed_of_a_loop) return base::refuse(would_wait(context));
  TRY_ASSIGN(auto rows, records.rows(listed, context));
  std::erase(rows, std::nullopt);
  std::ranges::sort(rows, std::greater<>(), [](const auto& row) { return place_of(*row); });
  const auto begin = beginning(query);
  HistoryPageBuilder builder(query, records, context);
  for (const auto& row : rows) {
    const HistoryPlace place = place_of(*row);
    if (begin && (place > *begin || (query.before && place == *query.before))) continue;
    TRY_ASSIGN(const bool takes_more, builder.take(*row));
    if (!takes_more) break;
  }
  return std::move(builder).page();
}

}  // namespace

Result<exchange::HistoryPage> Views::bearers_history(const exchange::HistoryQuery& query,
                                                     ReadContext& context) const {
  std::set<TransactionId> ids;
  for (const exchange::Flow flow : {exchange::Flow::live, exchange::Flow::test}) {
    if (query.viewer.participant && flow != query.viewer.flow) continue;
    if (query.filter.flow && flow != *query.filter.flow) continue;
    for (const exchange::Kind kind : document::kinds_with_labels) {
      if (query.filter.kind && kind != *query.filter.kind) continue;
      for (const bool is_principals : {true, false}) {
        TRY(add_bearers(records_.index(),
                        {.viewer = listed_for(query),
                         .flow = flow,
                         .kind = kind,
                         .is_principals = is_principals,
                         .number = *query.filter.sscc},
                        ids, context));
      }
    }
  }
  return page_of({ids.begin(), ids.end()}, query, records_, context);
}

// An agent's documents are held for the principal, so the table is read for all senders.
Result<std::optional<exchange::HistoryPage>> Views::held_history(
    const exchange::HistoryQuery& query, ReadContext& context) const {
  const bool is_on_a_loop = context.patience == Patience::in_memory_only;
  std::vector<TransactionId> ids;
  SlicedWalk walk(records_.index(), key<layouts::held>(), {}, context);
  while (walk.next()) {
    if (is_on_a_loop && ids.size() == listed_of_a_loop) return base::refuse(would_wait(context));
    if (ids.size() == held_max) return std::optional<exchange::HistoryPage>();
    TRY_ASSIGN(const auto value, decoded<HeldValue>(walk.value(), "held"));
    ids.push_back(value.id);
  }
  TRY(walk.done());
  TRY_ASSIGN(auto page, page_of(ids, query, records_, context));
  return std::optional(std::move(page));
}

}  // namespace tradepost::store::embedded
