#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administration/partners.hpp"
#include "exchange/trade/requeueing.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

// The actions of operators. The caller has checked that the request comes from an operator.
namespace tradepost::exchange {

struct ParticipantRequest {
  std::optional<ParticipantId> id{};  // nullopt: a new id
  std::string name;
  std::vector<Identifier> identifiers;
  std::vector<Requirement> requirements;
  std::vector<AgentGrant> agents;
  std::vector<Endpoint> webhooks{};  // with their ids and sealed secrets
};
using ParticipantAnswer =
    std::variant<Participant, IdentifierTaken, IntentUnderWay, Refused, Unknown, Busy>;
Answering<ParticipantAnswer> add_participant(Desk& desk, OperatorId by, ParticipantRequest request,
                                             Deadline deadline);

enum class TakePending : std::uint8_t { no, yes };
struct ParticipantEdit {
  ParticipantId id;
  std::optional<std::string> name;
  std::optional<std::vector<Identifier>> identifiers;  // replaces all of them
  std::vector<Identifier> add_identifiers;             // another open participant loses them
  std::vector<Identifier> remove_identifiers;
  std::optional<std::vector<Requirement>> requirements;
  std::optional<std::vector<AgentGrant>> agents;
  TakePending take = TakePending::no;
};
struct ParticipantEdited {
  Participant participant;
  std::uint64_t pending_elsewhere =
      0;  // pending under the old owners of its identifiers, at the time of the change
};
using EditAnswer =
    std::variant<ParticipantEdited, IdentifierTaken, IntentUnderWay, Refused, Unknown, Busy>;
Answering<EditAnswer> edit_participant(Desk& desk, OperatorId by, ParticipantEdit edit,
                                       Deadline deadline);

struct Closed {
  QueueCounts counts;  // the failed documents
};
using CloseAnswer = std::variant<Closed, StillPending, IntentUnderWay, Unknown, Busy>;
// Ends the participant's tokens. Its identifiers stay reserved, and its sent documents can still be
// delivered.
Answering<CloseAnswer> close_participant(Desk& desk, OperatorId by, ParticipantId id,
                                         OnPending on_pending, Deadline deadline);

struct TokenRequest {
  ParticipantId participant;
  Digest hash;
  Flow flow = Flow::live;
  Scopes scopes = Scopes::all();
  std::optional<Instant> expires;
  std::string name;
};
using TokenAnswer = std::variant<Token, Unknown, Busy>;
Answering<TokenAnswer> add_token(Desk& desk, Actor by, TokenRequest request, Deadline deadline);
// Returns true for operators, and for the participant of the token in its flow.
bool is_seen_by(const Viewer& viewer, const Token& token);
// Succeeds also if the token is already revoked. Tokens of another participant or another flow than
// the viewer's are unknown.
Answering<TokenAnswer> revoke_token(Desk& desk, Actor by, TokenId id, Viewer viewer,
                                    Deadline deadline);

// Opening the network releases all held documents that are not blocked, direction by direction.
// put_relationship() of exchange/administration/partners.hpp changes one relationship.
Answering<std::variant<Changed, Busy>> set_network(Desk& desk, OperatorId by, NetworkMode mode,
                                                   Deadline deadline);

// Adds `reason`, if there is one, as a comment to the case that the requeue closes.
Answering<RequeueAnswer> requeue(Desk& desk, OperatorId by, TransactionId id, Deadline deadline,
                                 std::optional<std::string> reason = {});
using DiscardAnswer = std::variant<DiscardDone, Unknown, WrongState>;
Answering<DiscardAnswer> discard(Desk& desk, OperatorId by, TransactionId id, std::string reason,
                                 Deadline deadline);
Answering<CaseChangeAnswer> change_case(Desk& desk, OperatorId by, CaseRequest request,
                                        Deadline deadline);

}  // namespace tradepost::exchange
