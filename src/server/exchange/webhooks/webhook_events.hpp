#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exchange/desk/entry_page.hpp"
#include "exchange/views/history.hpp"
#include "exchange/webhooks/webhooks.hpp"

// The events that endpoints receive, and the endpoints' progress (contract 8.3).
namespace tradepost::exchange {

// An event as the participant may see it at the time of the call, which may be later than the
// event.
struct WebhookEvent {
  base::Uuid id;  // the same in every call of every endpoint
  FeedEntry entry;
  Instant at{};                      // time of the event
  std::optional<Shown> transaction;  // without its content
  std::optional<FoundCase> opened;
};
// Returns nullopt if the participant no longer sees the subject: then the event is dropped.
Answering<std::optional<WebhookEvent>> webhook_event(Desk& desk, FeedPlace place,
                                                     Deadline deadline);

struct EndpointShown {
  Endpoint endpoint;
  EndpointState state{};  // may be given_up, which no entry of the directory has
  EndpointProgress progress;
  std::uint32_t waiting = 0;  // at base::limits::webhook_events_counted_max: as many, or more
  std::optional<Instant> oldest;
};
// Returns the endpoints with their progress, in the same order.
Answering<std::vector<EndpointShown>> endpoints_shown(Desk& desk, std::vector<Endpoint> endpoints,
                                                      Deadline deadline);

enum class WebhooksOf : std::uint8_t { any_state, that_fail };
struct WebhooksWanted {
  std::optional<ParticipantId> participant;
  WebhooksOf state = WebhooksOf::any_state;  // that_fail: failing at present, or given up
};
// Returns all endpoints except removed ones, in the order of their ids.
Answering<DirectoryPageAnswer<EndpointShown>> webhooks(Desk& desk, OperatorId by, PageOf page,
                                                       WebhooksWanted wanted, Deadline deadline);

}  // namespace tradepost::exchange
