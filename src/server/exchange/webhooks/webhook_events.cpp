#include "exchange/webhooks/webhook_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <string>
#include <utility>

#include "exchange/desk/cursor.hpp"
#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::uint32_t looked_at_once = 100;

bool fails(const EndpointShown& shown) {
  return shown.progress.failures > 0 || shown.state == EndpointState::given_up;
}

Instant delivered_at(const Found& found) {
  for (const Event& event : std::views::reverse(found.events)) {
    if (event.type == EventType::delivered || event.type == EventType::moved) return event.at;
  }
  return found.row->created;
}

Instant happened_at(FeedType type, const Found& found) {
  if (type == FeedType::reported && found.row->feedback.report)
    return found.row->feedback.report->at;
  return delivered_at(found);
}

// A restore begins another life of the store, in which positions start again.
base::Uuid event_id(const FeedPlace& place, std::uint64_t epoch) {
  const FeedEntry& entry = place.entry;
  return derived_id(fmt::format("webhook event {} {}", name_of(entry.type), epoch),
                    {entry.participant.uuid(), entry.id},
                    static_cast<std::int64_t>(place.position));
}

}  // namespace

Answering<std::optional<WebhookEvent>> webhook_event(Desk& desk, FeedPlace place,
                                                     Deadline deadline) {
  const FeedEntry& entry = place.entry;
  const Viewer viewer{.participant = entry.participant, .flow = entry.flow};
  WebhookEvent event{.id = event_id(place, desk.store.epoch()),
                     .entry = entry,
                     .at = {},
                     .transaction = {},
                     .opened = {}};
  if (entry.type == FeedType::case_opened) {
    CO_TRY_ASSIGN(event.opened, co_await desk.store.find_case(CaseId(entry.id), viewer, deadline));
    if (!event.opened) co_return std::optional<WebhookEvent>();
    event.at = event.opened->value->opened;
    co_return std::optional(std::move(event));
  }
  const FindQuery query{
      .id = TransactionId(entry.id), .viewer = viewer, .content = WithContent::no};
  CO_TRY_ASSIGN(std::optional<Found> found, co_await desk.store.find(query, deadline));
  if (!found) co_return std::optional<WebhookEvent>();
  event.at = happened_at(entry.type, *found);
  const DirectoryPtr directory = desk.directory.current();
  event.transaction = shown_to(*directory, viewer, std::move(found->row), Bytes());
  co_return std::optional(std::move(event));
}

Answering<std::vector<EndpointShown>> endpoints_shown(Desk& desk, std::vector<Endpoint> endpoints,
                                                      Deadline deadline) {
  std::vector<EndpointId> ids;
  for (const Endpoint& endpoint : endpoints) ids.push_back(endpoint.id);
  CO_TRY_ASSIGN(const std::vector<EndpointStanding> standings,
                co_await desk.store.endpoint_standings(std::move(ids), deadline));
  std::vector<EndpointShown> answer;
  for (Endpoint& endpoint : endpoints) {
    EndpointShown shown{.endpoint = std::move(endpoint),
                        .state = EndpointState::active,
                        .progress = {},
                        .waiting = 0,
                        .oldest = {}};
    const auto standing = std::ranges::find_if(standings, [&](const EndpointStanding& one) {
      return one.progress.endpoint == shown.endpoint.id;
    });
    if (standing != standings.end()) {
      shown.state = standing->progress.state;
      shown.progress = standing->progress;
      shown.waiting = standing->waiting;
      if (standing->next) {
        const FeedPlace next = *standing->next;
        CO_TRY_ASSIGN(const auto event, co_await webhook_event(desk, next, deadline));
        if (event) shown.oldest = event->at;
      }
    }
    answer.push_back(std::move(shown));
  }
  co_return std::move(answer);
}

Answering<DirectoryPageAnswer<EndpointShown>> webhooks(Desk& desk, OperatorId /*by*/, PageOf page,
                                                       WebhooksWanted wanted, Deadline deadline) {
  using Answer = DirectoryPageAnswer<EndpointShown>;
  const Caller no_caller{.participant = {}, .token = {}, .flow = Flow::live, .scopes = {}};
  const std::string whose = wanted.participant ? wanted.participant->to_string() : std::string();
  const bool must_fail = wanted.state == WebhooksOf::that_fail;
  const auto filter = must_fail ? filter_number({whose, "failing"}) : filter_number({whose});
  Cursor place = cursor_of(desk, no_caller, Cursor::List::webhooks, filter);
  if (page.cursor && !is_for(*page.cursor, place)) co_return Answer(BadCursor{});
  const auto is_wanted = [&](const Endpoint& endpoint) {
    return endpoint.state != EndpointState::removed &&
           (!wanted.participant || endpoint.participant == *wanted.participant);
  };
  const DirectoryPtr directory = desk.directory.current();
  EndpointId after(page.cursor.value_or(place).id);
  const std::uint32_t looked_at = must_fail ? looked_at_once : page.count_max + 1;
  DirectoryPage<EndpointShown> answer;
  while (answer.items.size() <= page.count_max) {
    std::vector<Endpoint> found;
    for (const Endpoint* one : directory->endpoints(after, looked_at, is_wanted)) {
      found.push_back(*one);
    }
    if (found.empty()) co_return Answer(std::move(answer));
    after = found.back().id;
    CO_TRY_ASSIGN(std::vector<EndpointShown> shown,
                  co_await endpoints_shown(desk, std::move(found), deadline));
    if (must_fail) std::erase_if(shown, [](const EndpointShown& one) { return !fails(one); });
    std::ranges::move(shown, std::back_inserter(answer.items));
  }
  answer.items.erase(answer.items.begin() + page.count_max, answer.items.end());
  place.id = answer.items.back().endpoint.id.uuid();
  answer.next = place;
  co_return Answer(std::move(answer));
}

}  // namespace tradepost::exchange
