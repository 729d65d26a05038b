#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "document/transport_units.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/summaries.hpp"
#include "store/embedded/reads/history_page.hpp"
#include "store/embedded/reads/views.hpp"

// A filter by SSCC: reads the documents of the number from their table, and sorts them.
namespace tradepost::store::embedded {
namespace {

using exchange::HistoryPlace;
using exchange::TransactionId;

constexpr std::size_t bearers_max = 8'192;  // of a viewer, flow, kind and side: the newest
constexpr std::size_t bearers_of_a_loop = 128;

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

}  // namespace

Result<exchange::HistoryPage> Views::bearers_history(const exchange::HistoryQuery& query,
                                                     ReadContext& context) const {
  const bool is_on_a_loop = context.patience == Patience::in_memory_only;
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
  if (is_on_a_loop && ids.size() > bearers_of_a_loop) return base::refuse(would_wait(context));
  const std::vector<TransactionId> all(ids.begin(), ids.end());
  TRY_ASSIGN(auto rows, records_.rows(all, context));
  std::erase(rows, std::nullopt);
  std::ranges::sort(rows, std::greater<>(), [](const auto& row) { return place_of(*row); });
  const auto begin = beginning(query);
  HistoryPageBuilder builder(query, records_, context);
  for (const auto& row : rows) {
    const HistoryPlace place = place_of(*row);
    if (begin && (place > *begin || (query.before && place == *query.before))) continue;
    TRY_ASSIGN(const bool takes_more, builder.take(*row));
    if (!takes_more) break;
  }
  return std::move(builder).page();
}

}  // namespace tradepost::store::embedded
