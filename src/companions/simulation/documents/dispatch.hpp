#pragma once

#include <string>

#include "base/clock.hpp"
#include "simulation/documents/delivery.hpp"

// The documents between the owner of goods and its warehouse.
namespace tradepost::simulation {

struct Dispatch {
  std::string number = {};
  Party warehouse = {};
  base::Instant at = {};
};

std::string dispatch_instruction(const Delivery& delivery, const Dispatch& dispatch);

// The warehouse has shipped everything that `instruction` names. `instruction` is the content of
// any DISPATCH_INSTRUCTION.
std::string dispatch_instruction_response(const document::View& instruction,
                                          const Dispatch& response);

}  // namespace tradepost::simulation
