#include "api/bodies/transaction_filters.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "api/bodies/admin_profile_body.hpp"
#include "base/text/date.hpp"
#include "exchange/model/units.hpp"

namespace tradepost::api {
namespace {

using exchange::Direction;
using exchange::Status;

constexpr std::string_view by_days = "filter[created_between]";

std::optional<Status> status_of(std::string_view word) {
  for (const Status status : {Status::pending, Status::success, Status::failed, Status::dropped}) {
    if (word == exchange::name_of(status)) return status;
  }
  return std::nullopt;
}

std::optional<Direction> direction_of(std::string_view word) {
  if (word == "sent") return Direction::sent;
  if (word == "received") return Direction::received;
  return std::nullopt;
}

using Days = std::pair<base::Date, base::Date>;  // the first and the last

std::optional<Days> days_in(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto first = base::parse_date(text.substr(0, comma));
  const auto last = base::parse_date(text.substr(comma + 1));
  return first && last ? std::optional(Days(*first, *last)) : std::nullopt;
}

exchange::Instant beginning_of(std::int32_t day) {
  return exchange::Instant(std::chrono::days(day));
}

void read_days(Query& query, exchange::HistoryFilter& filter) {
  constexpr std::string_view two_days = "two days, the first and the last: 2026-03-01,2026-03-31";
  const auto days = query.value(by_days, days_in, {.rule = "malformed", .must_be = two_days});
  if (!days) return;
  if (days->first > days->second) {
    query.add(by_days,
              query_fault(by_days, "out_of_range",
                          "In filter[created_between], the first day is after the last day."));
  }
  filter.created_from = beginning_of(base::days_since_epoch(days->first));
  filter.created_before = beginning_of(base::days_since_epoch(days->second) + 1);
}

}  // namespace

WantedTransactions incoming_wanted(Query& query) {
  WantedTransactions wanted;
  wanted.filter.kind = query.value("filter[type]", kind_word,
                                   {.must_be = "a type of document, such as ORDER or INVOICE"});
  return wanted;
}

WantedTransactions history_wanted(Query& query) {
  WantedTransactions wanted = incoming_wanted(query);
  exchange::HistoryFilter& filter = wanted.filter;
  filter.flow = query.value("filter[flow]", exchange::flow_of);
  const auto status = query.text("filter[status]");
  if (status) filter.status = status_of(*status);
  wanted.finds_nothing = status && !filter.status;  // UNKNOWN (contract 3.4)
  filter.direction = query.value("filter[direction]", direction_of);
  read_days(query, filter);
  filter.number = query.text("filter[identifier]");
  filter.partner = query.value("filter[partner]", exchange::ParticipantId::parse, a_participant);
  filter.sscc =
      query.value("filter[sscc]", exchange::sscc_number,
                  {.rule = "malformed", .must_be = "an SSCC: 18 digits, the last a check digit"});
  return wanted;
}

}  // namespace tradepost::api
