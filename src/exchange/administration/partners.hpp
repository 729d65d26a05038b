#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/desk/named.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::exchange {

// How a participant stands with another, both directions. No status: there is no relationship.
struct Partner {
  Named partner;
  std::optional<Relationship> incoming;  // from the partner to the caller
  std::optional<Relationship> outgoing;
  HeldFact held_incoming;  // of the caller's flow; the count is all that the recipient learns of it
  HeldFact held_outgoing;
};
// All of them, by their ids.
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

// Nothing: the caller has no relationship with it, or it is not there.
Answering<std::optional<Partner>> find_partner(Desk& desk, Caller caller, ParticipantId partner,
                                               Deadline deadline);

struct PartnerRequest {
  ParticipantId partner;
  RelationshipStatus status{};
  std::optional<KindSet> kinds;                          // none: as they are
  std::optional<std::vector<Requirement>> requirements;  // none: as they are
};
// What new requirements would have done to the last documents received,
// limits::requirement_sample_max at most.
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
// The caller's own incoming direction: held documents are released with the change that activates
// it, in one commit. Unknown: no such participant. Refused: a requirement is malformed.
Answering<PartnerAnswer> set_partner(Desk& desk, Caller caller, PartnerRequest request,
                                     Deadline deadline);

struct PartnerAsked {
  Relationship outgoing;  // as it stands now
};
using AskAnswer = std::variant<PartnerAsked, Unknown, Blocked, Busy>;
// Asks a partner to take the caller's documents, as sending to it would. Where there is a
// relationship already nothing changes. Unknown: no such participant, or it has left.
Answering<AskAnswer> ask_partner(Desk& desk, Caller caller, ParticipantId partner,
                                 Deadline deadline);

struct RelationshipRequest {
  ParticipantId from;
  ParticipantId to;
  RelationshipStatus status{};
  std::optional<KindSet> kinds;
  std::optional<FlowSet> flows;
  std::optional<std::vector<Requirement>> requirements;
  Flow sample_of = Flow::live;  // whose documents a new requirement is tried on
};
// One direction, for its recipient or an operator.
Answering<PartnerAnswer> put_relationship(Desk& desk, Actor by, RelationshipRequest request,
                                          Deadline deadline);

struct ProfileRequest {
  std::optional<std::vector<Requirement>> requirements;  // none: as they are
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
