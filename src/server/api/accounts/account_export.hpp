#pragma once

#include "api/request/route.hpp"

// Everything that the exchange keeps about a person, as a file.
namespace tradepost::api {

Answer export_me(LoopContext& context, PersonCall call);
Answer export_any_person(LoopContext& context, OperatorCall call);

}  // namespace tradepost::api
