#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administration/partners.hpp"
#include "exchange/trade/requeueing.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

// What an operator does. The caller has checked that it is one.
namespace tradepost::exchange {

struct ParticipantRequest {
  std::optional<ParticipantId> id{};  // none: a new one
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
  std::optional<std::vector<Identifier>> identifiers;  // all of them from now on
  std::vector<Identifier> add_identifiers;             // one that another open one holds moves here
  std::vector<Identifier> remove_identifiers;
  std::optional<std::vector<Requirement>> requirements;
  std::optional<std::vector<AgentGrant>> agents;
  TakePending take = TakePending::no;
};
struct ParticipantEdited {
  Participant participant;
  std::uint64_t pending_elsewhere =
      0;  // under the old owners of its identifiers, when it was changed
};
using EditAnswer =
    std::variant<ParticipantEdited, IdentifierTaken, IntentUnderWay, Refused, Unknown, Busy>;
Answering<EditAnswer> edit_participant(Desk& desk, OperatorId by, ParticipantEdit edit,
                                       Deadline deadline);

struct Closed {
  QueueCounts counts;  // the failed ones
};
using CloseAnswer = std::variant<Closed, StillPending, IntentUnderWay, Unknown, Busy>;
// Its tokens end, its identifiers stay reserved, what it sent stays deliverable.
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
Answering<TokenAnswer> add_token(Desk& desk, OperatorId by, TokenRequest request,
                                 Deadline deadline);
// One that is revoked already is no error.
Answering<TokenAnswer> revoke_token(Desk& desk, OperatorId by, TokenId id, Deadline deadline);

// A relationship: put_relationship() of exchange/administration/partners.hpp.
// Opening releases everything that is held and not blocked, direction by direction.
Answering<std::variant<Changed, Busy>> set_network(Desk& desk, OperatorId by, NetworkMode mode,
                                                   Deadline deadline);

// A reason that is given stands as a comment in the case that is closed by it.
Answering<RequeueAnswer> requeue(Desk& desk, OperatorId by, TransactionId id, Deadline deadline,
                                 std::optional<std::string> reason = {});
using DiscardAnswer = std::variant<DiscardDone, Unknown, WrongState>;
Answering<DiscardAnswer> discard(Desk& desk, OperatorId by, TransactionId id, std::string reason,
                                 Deadline deadline);
Answering<CaseChangeAnswer> change_case(Desk& desk, OperatorId by, CaseRequest request,
                                        Deadline deadline);

}  // namespace tradepost::exchange
