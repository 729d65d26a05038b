#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/rules/head.hpp"
#include "exchange/model/commands.hpp"
#include "exchange/model/directory.hpp"

namespace tradepost::exchange {

// The sender and the recipient of a document (contract 4.5, 4.6), decided once, when it is sent.
struct Route {
  PartyKey principal;
  std::optional<ParticipantId> agent;
  ParticipantId recipient;
  std::optional<PartyKey> commercial;  // nullopt: no identifier, and so no chain
  RoutedBy routed_by;
  std::vector<Finding> warnings;
};

struct Routing {
  std::optional<Route> route;   // present if and only if `faults` is empty
  std::vector<Finding> faults;  // all of them
};

Routing route(const Directory& directory, ParticipantId caller, Kind kind,
              const document::Head& head);

// The answer of the relationship to a document of the principal's participant (contract 5.4, 5.5).
struct Admissibility {
  enum class Verdict : std::uint8_t { taken, held, blocked, kind_not_taken, flow_not_taken };
  Verdict verdict = Verdict::taken;
  bool is_new = false;                         // no relationship exists yet, and one is made
  const Relationship* relationship = nullptr;  // valid as long as the directory
  Delivery delivery() const {
    return verdict == Verdict::held ? Delivery::when_released : Delivery::at_once;
  }
};
Admissibility admissibility(const Directory& directory, ParticipantId from, ParticipantId to,
                            Kind kind, Flow flow);

// Returns the revisions on which the route is based. A store compares them with those at the
// commit.
RouteSeen route_seen(const Directory& directory, ParticipantId principal, ParticipantId recipient);

}  // namespace tradepost::exchange
