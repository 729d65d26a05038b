#include "exchange/port/history_filter.hpp"

#include <string_view>

#include "base/text/text.hpp"

namespace tradepost::exchange {
namespace {

bool is_with(const Transaction& row, ParticipantId partner) {
  return row.is_senders(partner) || row.recipient == partner ||
         row.parties.commercial.participant == partner;
}

bool begins_with(std::string_view number, std::string_view prefix) {
  return number.size() >= prefix.size() &&
         base::equal_ignoring_ascii_case(number.substr(0, prefix.size()), prefix);
}

}  // namespace

Direction direction_of(const Transaction& row, const Viewer& viewer) {
  const bool is_sent = !viewer.participant || row.is_senders(*viewer.participant);
  return is_sent ? Direction::sent : Direction::received;
}

bool matches(const Transaction& row, const Viewer& viewer, const HistoryFilter& filter) {
  if (filter.kind && row.kind != *filter.kind) return false;
  if (filter.flow && row.flow != *filter.flow) return false;
  if (filter.held && (row.state == State::held) != *filter.held) return false;
  if (filter.status && status_of(row.state) != *filter.status) return false;
  // An operator's view has no direction, so the filter's direction is ignored.
  const bool has_side = filter.direction && viewer.participant;
  if (has_side && direction_of(row, viewer) != *filter.direction) return false;
  if (filter.created_from && row.created < *filter.created_from) return false;
  if (filter.created_before && row.created >= *filter.created_before) return false;
  if (filter.number && !base::equal_ignoring_ascii_case(row.number, *filter.number)) return false;
  if (filter.number_prefix && !begins_with(row.number, *filter.number_prefix)) return false;
  if (!filter.partner) return true;
  return viewer.participant ? is_with(row, *filter.partner) : row.is_viewer(*filter.partner);
}

}  // namespace tradepost::exchange
