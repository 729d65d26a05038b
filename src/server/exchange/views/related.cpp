#include "exchange/views/related.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/ground/reference_limits.hpp"
#include "base/text/text.hpp"
#include "document/references.hpp"
#include "exchange/port/history_filter.hpp"
#include "exchange/views/viewing.hpp"

namespace tradepost::exchange {
namespace {

using document::Reference;

// Dispatch instructions go to a warehouse, which is not the trading partner of the other documents.
constexpr KindSet warehouse_kinds{Kind::dispatch_instruction, Kind::dispatch_instruction_response};

std::uint32_t bit_of(Kind kind) {
  return KindSet{kind}.bits();
}

// A technical recipient collects the documents of the commercial one, which may send the others.
std::vector<ParticipantId> partners_of(const Transaction& row, const Viewer& viewer) {
  if (!row.is_senders(*viewer.participant)) return {*row.parties.principal.participant};
  const auto commercial = row.parties.commercial.participant;
  if (!commercial || commercial == row.recipient) return {row.recipient};
  return {*commercial, row.recipient};
}

bool is_latest(const Transaction& row, const Viewer& viewer) {
  const bool is_sent = direction_of(row, viewer) == Direction::sent;
  return !(is_sent ? row.links.replaced_by : row.links.delivered_replaced_by);
}

// The search among the documents that one participant sees. It separates documents with the same
// number by the partner, but not documents of warehouse kinds.
class Search {
 public:
  Search(Desk& desk, Viewer viewer, const Transaction& of, Deadline deadline)
      : desk_(desk), viewer_(viewer), deadline_(deadline), of_(of.id) {
    if (!warehouse_kinds.has(of.kind)) partners_ = partners_of(of, viewer);
  }

  Answering<void> run(const Transaction& of, std::string_view content) {
    CO_TRY(co_await follow_references(of.kind, content));
    if (!of.number.empty()) add_name({.number = of.number, .kinds = bit_of(of.kind)});
    CO_TRY(co_await find_naming());
    co_return base::Done();
  }

  std::map<HistoryPlace, TransactionPtr>& found() { return found_; }
  bool is_complete() const { return is_complete_; }

 private:
  // Finds the named documents, and the documents that they name.
  Answering<void> follow_references(Kind kind, std::string_view content) {
    std::vector<TransactionId> open;
    CO_TRY(co_await find_named(kind, content, open));
    while (!open.empty()) {
      const FindQuery query{.id = open.back(), .viewer = viewer_, .content = WithContent::yes};
      open.pop_back();
      CO_TRY_ASSIGN(const auto named, co_await desk_.store.find(query, deadline_));
      if (!named) continue;
      bytes_read_ += named->content.view.size();
      if (bytes_read_ > base::limits::related_content_bytes_max) {
        is_complete_ = false;
        break;
      }
      CO_TRY(co_await find_named(named->row->kind, named->content.view, open));
    }
    co_return base::Done();
  }

  Answering<void> find_named(Kind kind, std::string_view content,
                             std::vector<TransactionId>& open) {
    for (const Reference& reference : document::references_in(kind, content)) {
      if (!add_name(reference)) continue;
      HistoryFilter filter;
      filter.number = reference.number;
      CO_TRY_ASSIGN(const auto rows, co_await rows_with(std::move(filter)));
      for (const TransactionPtr& row : rows) {
        if ((reference.kinds & bit_of(row->kind)) == 0) continue;
        if (take(row)) open.push_back(row->id);
      }
    }
    co_return base::Done();
  }

  // Finds the documents that name a known one, until no more are found.
  Answering<void> find_naming() {
    for (std::size_t next = 0; next < names_.size(); ++next) {
      HistoryFilter filter;
      filter.naming = names_[next];
      CO_TRY_ASSIGN(const auto rows, co_await rows_with(std::move(filter)));
      for (const TransactionPtr& row : rows) {
        if (!take(row) || row->number.empty()) continue;
        add_name({.number = row->number, .kinds = bit_of(row->kind)});
      }
    }
    co_return base::Done();
  }

  // Many partners can use the same number. If they fill a page, the documents of this partner and
  // of warehouses are searched separately.
  Answering<std::vector<TransactionPtr>> rows_with(HistoryFilter filter) {
    CO_TRY_ASSIGN(HistoryPage page, co_await page_with(filter));
    std::vector<HistoryPage> pages;
    if (!page.more || partners_.empty()) {
      pages.push_back(std::move(page));
    } else {
      for (const ParticipantId partner : partners_) {
        HistoryFilter of_partner = filter;
        of_partner.partner = partner;
        CO_TRY_ASSIGN(page, co_await page_with(std::move(of_partner)));
        pages.push_back(std::move(page));
      }
      for (const Kind kind : {Kind::dispatch_instruction, Kind::dispatch_instruction_response}) {
        HistoryFilter of_kind = filter;
        of_kind.kind = kind;
        CO_TRY_ASSIGN(page, co_await page_with(std::move(of_kind)));
        pages.push_back(std::move(page));
      }
    }
    std::vector<TransactionPtr> rows;
    for (HistoryPage& each : pages) {
      is_complete_ &= !each.more;
      for (PendingItem& item : each.items) rows.push_back(std::move(item.row));
    }
    co_return std::move(rows);
  }

  Answering<HistoryPage> page_with(HistoryFilter filter) {
    HistoryQuery query;
    query.viewer = viewer_;
    query.filter = std::move(filter);
    query.count_max = base::limits::page_items_max;
    auto page = co_await desk_.store.history(std::move(query), deadline_);
    co_return std::move(page);
  }

  // Returns false if the document is not new, or belongs to the trade with another partner.
  bool take(const TransactionPtr& row) {
    if (row->id == of_ || !is_latest(*row, viewer_) || !is_of_trade(*row)) return false;
    if (found_.size() == base::limits::related_max) {
      is_complete_ = false;
      return false;
    }
    return found_.emplace(HistoryPlace{.created = row->created, .id = row->id}, row).second;
  }

  bool is_of_trade(const Transaction& row) const {
    if (partners_.empty() || warehouse_kinds.has(row.kind)) return true;
    return std::ranges::any_of(partners_, [&](ParticipantId partner) {
      HistoryFilter of_partner;
      of_partner.partner = partner;
      return matches(row, viewer_, of_partner);
    });
  }

  // Returns false if the name is known, or one too many.
  bool add_name(Reference name) {
    name.number = base::ascii_lowered(std::move(name.number));
    if (known_names_.contains(name)) return false;
    if (names_.size() == base::limits::related_names_max) {
      is_complete_ = false;
      return false;
    }
    known_names_.insert(name);
    names_.push_back(std::move(name));
    return true;
  }

  Desk& desk_;
  Viewer viewer_;
  Deadline deadline_;
  TransactionId of_;
  std::vector<ParticipantId> partners_;  // empty: all
  std::map<HistoryPlace, TransactionPtr> found_;
  std::vector<Reference> names_;  // in the order in which they are searched for
  std::set<Reference> known_names_;
  std::uint64_t bytes_read_ = 0;
  bool is_complete_ = true;
};

Answering<std::optional<Related>> related_as(Desk& desk, Viewer viewer, TransactionId id,
                                             Deadline deadline) {
  const FindQuery query{.id = id, .viewer = viewer, .content = WithContent::yes};
  CO_TRY_ASSIGN(const std::optional<Found> of, co_await desk.store.find(query, deadline));
  if (!of) co_return std::optional<Related>();
  const Transaction& row = *of->row;
  std::vector<ParticipantId> sides = row.viewers;
  if (viewer.participant) sides = {*viewer.participant};
  Related related;
  std::map<HistoryPlace, TransactionPtr> found;
  for (const ParticipantId side : sides) {
    Search search(desk, {.participant = side, .flow = row.flow}, row, deadline);
    CO_TRY(co_await search.run(row, of->content.view));
    found.merge(search.found());
    related.is_complete &= search.is_complete();
  }
  // One side can see a held version of a document, and the other side the version before.
  std::set<TransactionId> ids;
  for (const auto& [place, item] : found) ids.insert(item->id);
  std::erase_if(found, [&](const auto& one) {
    const auto& newer = one.second->links.replaced_by;
    return newer && ids.contains(*newer);
  });
  const DirectoryPtr directory = desk.directory.current();
  for (auto& [place, item] : found) {
    if (related.items.size() == base::limits::related_max) {
      related.is_complete = false;
      break;
    }
    related.items.push_back(shown_to(*directory, viewer, std::move(item), {}));
  }
  co_return std::optional(std::move(related));
}

}  // namespace

Answering<std::optional<Related>> related(Desk& desk, Caller caller, TransactionId id,
                                          Deadline deadline) {
  auto answer = co_await related_as(desk, caller.viewer(), id, deadline);
  co_return std::move(answer);
}

Answering<std::optional<Related>> related(Desk& desk, OperatorId /*by*/, TransactionId id,
                                          Deadline deadline) {
  auto answer = co_await related_as(desk, Viewer{}, id, deadline);
  co_return std::move(answer);
}

}  // namespace tradepost::exchange
