#include "exchange/views/case_filter.hpp"

#include <algorithm>
#include <string>

#include "exchange/desk/cursor.hpp"
#include "exchange/rules/case_turn.hpp"

namespace tradepost::exchange {
namespace {

std::string number_text(const auto& value) {
  return value ? std::to_string(static_cast<unsigned>(*value)) : std::string();
}

std::string moment_text(const std::optional<Instant>& at) {
  return at ? std::to_string(base::epoch_ms(*at)) : std::string();
}

}  // namespace

bool matches(const Case& value, const CaseViewer& viewer, const CaseFilter& filter) {
  if (filter.opened_from && value.opened < *filter.opened_from) return false;
  if (filter.opened_before && value.opened >= *filter.opened_before) return false;
  const bool is_own = value.status == CaseStatus::open && has_turn(value, viewer);
  if (filter.turn && is_own != (*filter.turn == TurnWanted::own)) return false;
  if (filter.kind && value.kind != filter.kind) return false;
  return !filter.partner || value.is_owner(*filter.partner);
}

bool is_of_place(const CaseFilter& filter) {
  return !filter.turn && !filter.kind && !filter.partner;
}

std::uint64_t filter_number_of(const CaseFilter& filter) {
  const std::string status = number_text(filter.status);
  // Cursors outlive an upgrade, so the number of a status alone may not change.
  if (is_of_place(filter) && !filter.opened_from && !filter.opened_before) {
    return filter_number({status});
  }
  return filter_number({status, number_text(filter.turn), number_text(filter.kind),
                        filter.partner ? filter.partner->to_string() : std::string(),
                        moment_text(filter.opened_from), moment_text(filter.opened_before)});
}

}  // namespace tradepost::exchange
