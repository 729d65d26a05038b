#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administration/operators.hpp"
#include "exchange/desk/entry_page.hpp"
#include "exchange/desk/named.hpp"

// The entries of the directory as pages for an operator, in the order of their ids. Each page shows
// the present directory: an entry that exists during the whole walk is shown once.
namespace tradepost::exchange {

struct ParticipantsWanted {
  std::optional<std::string> identifier;   // of any domain of a profile, as comparable() returns it
  std::optional<std::string> name_prefix;  // ignores ASCII case
};
DirectoryPageAnswer<Participant> participants(const Desk& desk, OperatorId by, PageOf page,
                                              const ParticipantsWanted& wanted);

DirectoryPageAnswer<Token> tokens(const Desk& desk, OperatorId by, PageOf page,
                                  std::optional<ParticipantId> participant);
// The tokens of the caller's participant in the flow of the caller.
DirectoryPageAnswer<Token> tokens(const Desk& desk, const Caller& caller, PageOf page);

struct RelationshipsWanted {
  std::optional<ParticipantId> participant;  // on either side
  std::optional<RelationshipStatus> status;
};
struct RelationshipShown {
  Relationship relationship;
  Named from;
  Named to;
  std::vector<HeldState> held;  // for the flows with held documents
};
Answering<DirectoryPageAnswer<RelationshipShown>> relationships(Desk& desk, OperatorId by,
                                                                PageOf page,
                                                                RelationshipsWanted wanted,
                                                                Deadline deadline);

DirectoryPageAnswer<Operator> operators(const Desk& desk, OperatorId by, PageOf page);

DirectoryPageAnswer<NumberRange> ranges(const Desk& desk, OperatorId by, PageOf page,
                                        std::optional<ParticipantId> participant);

struct QueueShown {
  Named participant;
  QueueState state;
};
// Returns the queues with pending, failed or held documents, or with a recipient that has pulled;
// by participant and flow.
Answering<DirectoryPageAnswer<QueueShown>> queues(Desk& desk, OperatorId by, PageOf page,
                                                  std::optional<ParticipantId> participant,
                                                  Deadline deadline);

}  // namespace tradepost::exchange
