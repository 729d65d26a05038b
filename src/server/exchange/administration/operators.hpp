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

// Returns the operators in the order in which they were added.
std::vector<Operator> operators_of(const Directory& directory);
// Returns the operator that has the token, or nullopt.
std::optional<OperatorId> operator_with(const Directory& directory, const Digest& token);

struct OperatorRequest {
  std::string name;  // printable, not empty
  Digest hash;
};
using OperatorAnswer = std::variant<Operator, Refused, Busy>;
// Refused: the name is invalid, or another operator has the token.
Answering<OperatorAnswer> add_operator(Desk& desk, Actor by, OperatorRequest request,
                                       Deadline deadline);

// Refused: there is already an operator. If several nodes call it at the same time, one succeeds.
Answering<OperatorAnswer> add_first_operator(Desk& desk, OperatorRequest request,
                                             Deadline deadline);

// Sets the token of the operator with that name, and adds the operator if it is missing. For an
// option of the start. If an operator already has the token, it is returned and nothing changes.
Answering<OperatorAnswer> keep_operator(Desk& desk, OperatorRequest request, Deadline deadline);

// A removed operator has no access from the next request on.
using OperatorRemoval = std::variant<Changed, Refused, Unknown, Busy>;
// Refused: it is the last operator.
Answering<OperatorRemoval> remove_operator(Desk& desk, Actor by, OperatorId id, Deadline deadline);

}  // namespace tradepost::exchange
