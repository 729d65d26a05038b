#include "api/bodies/list_filters.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "api/bodies/admin_profile_body.hpp"
#include "api/json/words.hpp"
#include "base/text/date.hpp"
#include "exchange/model/units.hpp"

namespace tradepost::api {
namespace {

using exchange::Direction;
using exchange::Status;
using exchange::TurnWanted;

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

std::optional<TurnWanted> turn_of(std::string_view word) {
  if (word == "own") return TurnWanted::own;
  if (word == "others") return TurnWanted::others;
  return std::nullopt;
}

std::optional<bool> yes_or_no_of(std::string_view word) {
  if (word == "true") return true;
  if (word == "false") return false;
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

struct Period {
  std::optional<exchange::Instant> from;    // this or later
  std::optional<exchange::Instant> before;  // earlier than this
};

Period period_in(Query& query, std::string_view by_days) {
  constexpr std::string_view two_days = "two days, the first and the last: 2026-03-01,2026-03-31";
  const auto days = query.value(by_days, days_in, {.rule = "malformed", .must_be = two_days});
  if (!days) return {};
  if (days->first > days->second) {
    query.add(by_days,
              query_fault(by_days, "out_of_range",
                          fmt::format("In {}, the first day is after the last day.", by_days)));
  }
  return {.from = beginning_of(base::days_since_epoch(days->first)),
          .before = beginning_of(base::days_since_epoch(days->second) + 1)};
}

std::optional<exchange::Kind> kind_in(Query& query) {
  return query.value("filter[type]", kind_word,
                     {.must_be = "a type of document, such as ORDER or INVOICE"});
}

}  // namespace

WantedTransactions incoming_wanted(Query& query) {
  WantedTransactions wanted;
  wanted.filter.kind = kind_in(query);
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
  const Period created = period_in(query, "filter[created_between]");
  filter.created_from = created.from;
  filter.created_before = created.before;
  filter.number = query.text("filter[identifier]");
  filter.number_prefix = query.text("filter[identifier_prefix]");
  filter.held = query.value("filter[held]", yes_or_no_of);
  filter.partner = query.value("filter[partner]", exchange::ParticipantId::parse, a_participant);
  filter.sscc =
      query.value("filter[sscc]", exchange::sscc_number,
                  {.rule = "malformed", .must_be = "an SSCC: 18 digits, the last a check digit"});
  return wanted;
}

exchange::CaseFilter cases_wanted(Query& query) {
  exchange::CaseFilter filter;
  filter.status = query.value("filter[status]", case_status);
  filter.turn = query.value("filter[turn]", turn_of);
  filter.kind = kind_in(query);
  filter.partner = query.value("filter[partner]", exchange::ParticipantId::parse, a_participant);
  const Period opened = period_in(query, "filter[opened_between]");
  filter.opened_from = opened.from;
  filter.opened_before = opened.before;
  return filter;
}

}  // namespace tradepost::api
