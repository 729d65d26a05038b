#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administration/settings.hpp"

// The operators of the network (contract 9.1).
namespace tradepost::exchange {

struct Operator {
  OperatorId id;
  Digest hash;  // SHA-256 of the token
  std::string name;

  bool operator==(const Operator&) const = default;
};

// In the order in which they were added.
std::vector<Operator> operators_of(const Directory& directory);
// The operator that has the token; nothing if there is none.
std::optional<OperatorId> operator_with(const Directory& directory, const Digest& token);

struct OperatorRequest {
  std::string name;  // printable, not empty
  Digest hash;
};
using OperatorAnswer = std::variant<Operator, Refused, Busy>;
// Refused: the name is none, or the token is another one's.
Answering<OperatorAnswer> add_operator(Desk& desk, Actor by, OperatorRequest request,
                                       Deadline deadline);

// Refused: there is an operator already. Of several nodes that do it at once, one succeeds.
Answering<OperatorAnswer> add_first_operator(Desk& desk, OperatorRequest request,
                                             Deadline deadline);

// Sets the token of the operator of that name, and adds the operator if there is none: an option of
// a start. If any operator has the token, that one is the answer, and nothing changes.
Answering<OperatorAnswer> keep_operator(Desk& desk, OperatorRequest request, Deadline deadline);

// A removed operator can do nothing from the next request on.
using OperatorRemoval = std::variant<Changed, Refused, Unknown, Busy>;
// Refused: there would be nobody left.
Answering<OperatorRemoval> remove_operator(Desk& desk, Actor by, OperatorId id, Deadline deadline);

}  // namespace tradepost::exchange
