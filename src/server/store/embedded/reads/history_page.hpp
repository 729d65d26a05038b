#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "exchange/port/history_filter.hpp"
#include "store/embedded/index/records.hpp"

// The parts of a history page that all viewers share.
namespace tradepost::store::embedded {

// Returns the newest place that the page may have.
inline std::optional<exchange::HistoryPlace> beginning(const exchange::HistoryQuery& query) {
  std::optional<exchange::HistoryPlace> place = query.before;
  if (query.filter.created_before) {
    base::Uuid last;
    last.bytes.fill(0xff);
    const exchange::HistoryPlace before{
        .created = *query.filter.created_before - std::chrono::milliseconds(1),
        .id = exchange::TransactionId(last)};
    place = place ? std::min(*place, before) : before;
  }
  return place;
}

// Collects the rows of a page, newest first.
class HistoryPageBuilder {
 public:
  HistoryPageBuilder(const exchange::HistoryQuery& query, const Records& records,
                     ReadContext& context)
      : query_(query), records_(records), context_(context) {}

  // Returns false if the page is full, and then records that more rows exist.
  Result<bool> take(const Row& row) {
    if (row.is_removed || !query_.viewer.sees(row.known) ||
        !matches(row.known, query_.viewer, query_.filter)) {
      return true;
    }
    const bool wants_content = query_.content == exchange::WithContent::yes;
    const std::uint64_t size =
        wants_content && !row.known.content.removed_at ? row.known.content.bytes : 0;
    const bool is_full =
        page_.items.size() == query_.count_max ||
        (!page_.items.empty() && query_.bytes_max != 0 && bytes_ + size > query_.bytes_max);
    if (is_full) {
      page_.more = !page_.items.empty();
      return false;
    }
    bytes_ += size;
    TRY_ASSIGN(exchange::PendingItem item, records_.whole(row, context_));
    if (!wants_content) item.content = {};
    page_.items.push_back(std::move(item));
    return true;
  }

  exchange::HistoryPage page() && { return std::move(page_); }

 private:
  const exchange::HistoryQuery& query_;
  const Records& records_;
  ReadContext& context_;
  exchange::HistoryPage page_;
  std::uint64_t bytes_ = 0;
};

}  // namespace tradepost::store::embedded
