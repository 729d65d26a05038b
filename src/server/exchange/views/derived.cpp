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

// Returns the orders and order responses of the trade, responses first: their prices are agreed.
Answering<std::vector<Shown>> orders_about(Desk& desk, Caller caller, TransactionId id,
                                           Deadline deadline) {
  std::vector<Shown> orders;
  CO_TRY_ASSIGN(auto found, co_await related(desk, caller, id, deadline));
  if (!found) co_return std::move(orders);
  std::size_t bytes = 0;
  for (const Kind kind : {Kind::order_response, Kind::order}) {
    for (const Shown& one : found->items) {
      if (one.row->kind != kind) continue;
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
    CO_TRY_ASSIGN(orders, co_await orders_about(desk, caller, id, deadline));
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
