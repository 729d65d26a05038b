#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/desk/named.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::exchange {

// Both directions of the relationship with another participant. A missing relationship has no
// status.
struct Partner {
  Named partner;
  std::optional<Relationship> incoming;  // from the partner to the caller
  std::optional<Relationship> outgoing;
  HeldFact held_incoming;  // in the caller's flow; the recipient sees only the count
  HeldFact held_outgoing;
};
// Returns all partners in the order of their ids.
Answering<std::vector<Partner>> partners(Desk& desk, Caller caller, Deadline deadline);

struct PartnersRequest {
  Caller caller;
  std::optional<RelationshipStatus> status;  // of the incoming direction
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};
struct PartnersPage {
  std::vector<Partner> items;
  std::optional<Cursor> next;
};
using PartnersAnswer = std::variant<PartnersPage, BadCursor>;
Answering<PartnersAnswer> list_partners(Desk& desk, PartnersRequest request, Deadline deadline);

// Returns nullopt if the caller has no relationship with the partner, or if the partner is unknown.
Answering<std::optional<Partner>> find_partner(Desk& desk, Caller caller, ParticipantId partner,
                                               Deadline deadline);

struct PartnerRequest {
  ParticipantId partner;
  RelationshipStatus status{};
  std::optional<KindSet> kinds;                          // nullopt: unchanged
  std::optional<std::vector<Requirement>> requirements;  // nullopt: unchanged
};
// The effect that new requirements would have had on the last documents received, at most
// limits::requirement_sample_max.
struct Sample {
  std::uint32_t looked_at = 0;
  std::uint32_t refused = 0;
};
struct PartnerChanged {
  Relationship incoming;
  std::uint32_t released = 0;
  Sample sample;
};
using PartnerAnswer = std::variant<PartnerChanged, Unknown, Busy, Refused>;
// Changes the caller's incoming direction. A change that activates it also releases held documents,
// in the same commit. Unknown: no such participant. Refused: a requirement is malformed.
Answering<PartnerAnswer> set_partner(Desk& desk, Caller caller, PartnerRequest request,
                                     Deadline deadline);

struct PartnerAsked {
  Relationship outgoing;  // the present relationship
};
using AskAnswer = std::variant<PartnerAsked, Unknown, Blocked, Busy>;
// Requests that a partner accept the caller's documents, as sending to it would. An existing
// relationship does not change. Unknown: no such participant, or it has left.
Answering<AskAnswer> ask_partner(Desk& desk, Caller caller, ParticipantId partner,
                                 Deadline deadline);

struct RelationshipRequest {
  ParticipantId from;
  ParticipantId to;
  RelationshipStatus status{};
  std::optional<KindSet> kinds;
  std::optional<FlowSet> flows;
  std::optional<std::vector<Requirement>> requirements;
  Flow sample_of = Flow::live;  // the flow whose documents a new requirement is tried on
};
// Changes one direction, for its recipient or an operator.
Answering<PartnerAnswer> put_relationship(Desk& desk, Actor by, RelationshipRequest request,
                                          Deadline deadline);

struct ProfileRequest {
  std::optional<std::vector<Requirement>> requirements;  // nullopt: unchanged
  std::optional<std::vector<AgentGrant>> agents;
  std::optional<std::vector<InternalNumber>> numbers;
};
struct ProfileChanged {
  Participant profile;
  Sample sample;
};
using ProfileAnswer = std::variant<ProfileChanged, Busy, Refused>;
Answering<ProfileAnswer> change_profile(Desk& desk, Caller caller, ProfileRequest request,
                                        Deadline deadline);

}  // namespace tradepost::exchange
