#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exchange/desk/entry_page.hpp"
#include "exchange/views/history.hpp"
#include "exchange/webhooks/webhooks.hpp"

// The events that endpoints receive, and how far they are (contract 8.3).
namespace tradepost::exchange {

// As the participant may see it when it is called, which may be later than it happened.
struct WebhookEvent {
  base::Uuid id;  // the same in every call of whichever endpoint
  FeedEntry entry;
  Instant at{};                      // when it happened
  std::optional<Shown> transaction;  // its content is not looked at
  std::optional<FoundCase> opened;
};
// Nothing: the participant sees it no more, so there is no event for it.
Answering<std::optional<WebhookEvent>> webhook_event(Desk& desk, FeedPlace place,
                                                     Deadline deadline);

struct EndpointShown {
  Endpoint endpoint;
  EndpointState state{};  // given_up stands in no entry of the directory
  EndpointProgress progress;
  std::uint32_t waiting = 0;  // base::limits::webhook_events_counted_max: as many, or more
  std::optional<Instant> oldest;
};
// Each with how far it is, in the same order.
Answering<std::vector<EndpointShown>> endpoints_shown(Desk& desk, std::vector<Endpoint> endpoints,
                                                      Deadline deadline);

enum class WebhooksOf : std::uint8_t { any_state, that_fail };
struct WebhooksWanted {
  std::optional<ParticipantId> participant;
  WebhooksOf state = WebhooksOf::any_state;  // that_fail: since the last success, or given up
};
// But for removed ones; in the order of their ids.
Answering<DirectoryPageAnswer<EndpointShown>> webhooks(Desk& desk, OperatorId by, PageOf page,
                                                       WebhooksWanted wanted, Deadline deadline);

}  // namespace tradepost::exchange
