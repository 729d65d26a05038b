#pragma once

#include <optional>
#include <string>
#include <variant>

#include "exchange/desk/desk.hpp"
#include "exchange/rules/simulated.hpp"
#include "exchange/trade/send.hpp"

// Simulated companies in the directory (contract 16). A valid token of a company marks its run: the
// program that has the token acts as the company.
namespace tradepost::exchange {

// Returns nullptr if the company does not exist yet.
const Participant* simulated_partner(const Directory& directory, ParticipantId owner,
                                     SimulatedRole role);
// Returns the valid TEST token of the company that ends last, or nullptr.
const Token* simulated_token(const Directory& directory, ParticipantId company, Instant now);

struct SimulatedStart {
  SimulatedRole role{};
  Digest hash;  // of the token of the run
  Instant until{};
};
struct SimulatedStarted {
  Participant company;
  Token token;
};
struct SimulatedClosed {};  // an operator has closed the company
using SimulatedAnswer = std::variant<SimulatedStarted, SimulatedClosed, Busy>;
// Creates the company if it does not exist, opens both directions in TEST, revokes the tokens of
// earlier runs and makes the token of this run, all in one commit.
Answering<SimulatedAnswer> start_simulated(Desk& desk, Caller caller, SimulatedStart request,
                                           Deadline deadline);

// Revokes the TEST tokens of the company. Succeeds also if there are none.
Answering<std::variant<Changed, Busy>> stop_simulated(Desk& desk, Actor by, ParticipantId company,
                                                      Deadline deadline);

}  // namespace tradepost::exchange
