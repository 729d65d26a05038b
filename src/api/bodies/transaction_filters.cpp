#include "api/bodies/transaction_filters.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/date.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using exchange::Direction;
using exchange::Finding;
using exchange::Status;

using Fault = std::optional<Finding>;

constexpr std::string_view by_type = "filter[type]";
constexpr std::string_view by_flow = "filter[flow]";
constexpr std::string_view by_status = "filter[status]";
constexpr std::string_view by_direction = "filter[direction]";
constexpr std::string_view by_days = "filter[created_between]";
constexpr std::string_view by_number = "filter[identifier]";
constexpr std::string_view by_partner = "filter[partner]";

Fault read_type(std::string_view value, WantedTransactions& wanted) {
  const auto* const row = document::find_kind_row(value);
  if (row == nullptr) return unknown_value(by_type, "a type of document, such as ORDER or INVOICE");
  wanted.filter.kind = row->kind;
  return std::nullopt;
}

Fault read_flow(std::string_view value, WantedTransactions& wanted) {
  wanted.filter.flow = exchange::flow_of(value);
  if (!wanted.filter.flow) return unknown_value(by_flow, "LIVE or TEST");
  return std::nullopt;
}

Fault read_status(std::string_view value, WantedTransactions& wanted) {
  for (const Status status : {Status::pending, Status::success, Status::failed, Status::dropped}) {
    if (value != exchange::name_of(status)) continue;
    wanted.filter.status = status;
    return std::nullopt;
  }
  if (value != "UNKNOWN") {
    return unknown_value(by_status, "PENDING, SUCCESS, FAILED, DROPPED or UNKNOWN");
  }
  wanted.finds_nothing = true;  // contract 3.4
  return std::nullopt;
}

Fault read_direction(std::string_view value, WantedTransactions& wanted) {
  if (value == "sent") {
    wanted.filter.direction = Direction::sent;
  } else if (value == "received") {
    wanted.filter.direction = Direction::received;
  } else {
    return unknown_value(by_direction, "sent or received");
  }
  return std::nullopt;
}

exchange::Instant beginning_of(std::int32_t day) {
  return exchange::Instant(std::chrono::days(day));
}

Fault read_days(std::string_view value, WantedTransactions& wanted) {
  const auto comma = value.find(',');
  const auto first = base::parse_date(value.substr(0, comma));
  const auto last =
      comma == std::string_view::npos ? std::nullopt : base::parse_date(value.substr(comma + 1));
  if (!first || !last) {
    return Finding{.code = "query.filter.created_between.malformed",
                   .path = std::string(by_days),
                   .message =
                       "filter[created_between] must be two days, the first and the last: "
                       "2026-03-01,2026-03-31."};
  }
  if (*first > *last) {
    return Finding{.code = "query.filter.created_between.out_of_range",
                   .path = std::string(by_days),
                   .message = "In filter[created_between], the first day is after the last day."};
  }
  wanted.filter.created_from = beginning_of(base::days_since_epoch(*first));
  wanted.filter.created_before = beginning_of(base::days_since_epoch(*last) + 1);
  return std::nullopt;
}

Fault read_number(std::string_view value, WantedTransactions& wanted) {
  wanted.filter.number = std::string(value);
  return std::nullopt;
}

Fault read_partner(std::string_view value, WantedTransactions& wanted) {
  wanted.filter.partner = exchange::ParticipantId::parse(value);
  if (!wanted.filter.partner) return unknown_value(by_partner, "the id of a participant");
  return std::nullopt;
}

using Row = FilterRow<WantedTransactions>;
constexpr std::array incoming = {Row{by_type, read_type}};
constexpr std::array history = {Row{by_type, read_type},      Row{by_flow, read_flow},
                                Row{by_status, read_status},  Row{by_direction, read_direction},
                                Row{by_days, read_days},      Row{by_number, read_number},
                                Row{by_partner, read_partner}};

}  // namespace

std::span<const FilterRow<WantedTransactions>> filters_of_incoming() {
  return incoming;
}

std::span<const FilterRow<WantedTransactions>> filters_of_history() {
  return history;
}

}  // namespace tradepost::api
