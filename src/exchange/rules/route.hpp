#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/rules/head.hpp"
#include "exchange/model/commands.hpp"
#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// The sender and the recipient of a document (contract 4.5, 4.6), decided once, at sending.
struct Route {
  PartyKey principal;
  std::optional<ParticipantId> agent;
  ParticipantId recipient;
  std::optional<PartyKey> commercial;  // none: that party has no identifier, so there is no chain
  RoutedBy routed_by;
  std::vector<Finding> warnings;
};

struct Routing {
  std::optional<Route> route;   // there exactly where there are no faults
  std::vector<Finding> faults;  // all of them
};

Routing route(const Directory& directory, ParticipantId caller, Kind kind,
              const document::Head& head);

// How the principal's participant stands with the recipient for a document (contract 5.4, 5.5).
struct Admissibility {
  enum class Verdict : std::uint8_t { taken, held, blocked, kind_not_taken, flow_not_taken };
  Verdict verdict = Verdict::taken;
  bool is_new = false;                         // there is no relationship yet, and one is made
  const Relationship* relationship = nullptr;  // as long as the directory
  Delivery delivery() const {
    return verdict == Verdict::held ? Delivery::when_released : Delivery::at_once;
  }
};
Admissibility admissibility(const Directory& directory, ParticipantId from, ParticipantId to,
                            Kind kind, Flow flow);

// What the route was decided by; a store compares it with what it has at the commit.
RouteSeen route_seen(const Directory& directory, ParticipantId principal, ParticipantId recipient);

}  // namespace tradepost::exchange
