#include "exchange/views/derived.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/ground/reference_limits.hpp"
#include "derivation/derivation.hpp"
#include "exchange/port/history_filter.hpp"
#include "exchange/views/history.hpp"
#include "exchange/views/related.hpp"

namespace tradepost::exchange {
namespace {

using derivation::Derivation;
using derivation::Side;

bool is_by(const Derivation& derivation, Direction direction) {
  return (derivation.by == Side::sender) == (direction == Direction::sent);
}

// Returns the party that trades with the caller, also if another one collects or sends for it.
ParticipantId partner_in(const Shown& shown) {
  const Transaction& row = *shown.row;
  if (shown.direction == Direction::sent) {
    return row.parties.commercial.participant.value_or(row.recipient);
  }
  return row.parties.principal.participant.value_or(row.recipient);
}

bool has_failed(const Transaction& row) {
  return row.state == State::failed || row.state == State::discarded;
}

// Returns the valid orders and order responses of the trade with the same partner: the responses
// first, because their prices are agreed, and of each kind the newest first.
Answering<std::vector<Shown>> orders_about(Desk& desk, Caller caller, const Shown& source,
                                           Deadline deadline) {
  std::vector<Shown> orders;
  CO_TRY_ASSIGN(auto found, co_await related(desk, caller, source.row->id, deadline));
  if (!found) co_return std::move(orders);
  std::vector<Shown>& items = found->items;
  std::ranges::reverse(items);
  std::size_t bytes = 0;
  for (const Kind kind : {Kind::order_response, Kind::order}) {
    for (const Shown& one : items) {
      const bool is_of_trade = one.row->kind == kind && partner_in(one) == partner_in(source);
      if (!is_of_trade || has_failed(*one.row)) continue;
      CO_TRY_ASSIGN(auto order, co_await find(desk, caller, one.row->id, deadline));
      if (!order) continue;
      bytes += order->content.view.size();
      if (bytes > base::limits::related_content_bytes_max) co_return std::move(orders);
      orders.push_back(std::move(*order));
    }
  }
  co_return std::move(orders);
}

}  // namespace

Answering<DeriveAnswer> derive(Desk& desk, Caller caller, TransactionId id, Kind to,
                               Deadline deadline) {
  CO_TRY_ASSIGN(const auto source, co_await find(desk, caller, id, deadline));
  if (!source) co_return DeriveAnswer(Unknown{});
  const Kind from = source->row->kind;
  const Derivation* const derivation = derivation::find_derivation(from, to);
  if (derivation == nullptr || !is_by(*derivation, source->direction)) {
    co_return DeriveAnswer(NotDerivable{.from = from, .direction = source->direction});
  }
  if (source->content.view.empty()) co_return DeriveAnswer(ContentGone{});
  std::vector<Shown> orders;
  if (derivation::takes_prices(*derivation)) {
    CO_TRY_ASSIGN(orders, co_await orders_about(desk, caller, *source, deadline));
  }
  std::vector<derivation::StoredDocument> contents;
  for (const Shown& order : orders) {
    contents.push_back({.kind = order.row->kind, .content = order.content.view});
  }
  const std::string now = base::to_string(desk.clock.now());
  auto content = derivation::derived(*derivation, source->content.view, contents, now);
  if (!content) co_return DeriveAnswer(ContentGone{});
  Derived derived{.kind = to, .content = std::move(*content)};
  co_return DeriveAnswer(std::move(derived));
}

}  // namespace tradepost::exchange
