#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administration/operators.hpp"
#include "exchange/desk/entry_page.hpp"
#include "exchange/desk/named.hpp"

// The entries of the directory as pages for an operator, in the order of their ids. Each page is of
// the present directory: an entry that exists during the whole walk is shown once.
namespace tradepost::exchange {

struct ParticipantsWanted {
  std::optional<std::string> identifier;   // of any domain of a profile, as it is compared
  std::optional<std::string> name_prefix;  // ASCII case does not count
};
DirectoryPageAnswer<Participant> participants(const Desk& desk, OperatorId by, PageOf page,
                                              const ParticipantsWanted& wanted);

DirectoryPageAnswer<Token> tokens(const Desk& desk, OperatorId by, PageOf page,
                                  std::optional<ParticipantId> participant);

struct RelationshipsWanted {
  std::optional<ParticipantId> participant;  // on either side
  std::optional<RelationshipStatus> status;
};
struct RelationshipShown {
  Relationship relationship;
  Named from;
  Named to;
  std::vector<HeldState> held;  // of the flows in which something is
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
// Those with anything waiting, failed or held, or that have pulled; by participant and flow.
Answering<DirectoryPageAnswer<QueueShown>> queues(Desk& desk, OperatorId by, PageOf page,
                                                  std::optional<ParticipantId> participant,
                                                  Deadline deadline);

}  // namespace tradepost::exchange
