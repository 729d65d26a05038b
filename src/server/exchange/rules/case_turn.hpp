#pragma once

#include "exchange/model/case.hpp"

namespace tradepost::exchange {

// Returns true if the participant is the recipient of the document that failed.
bool is_recipient_of_failure(const Case& value, ParticipantId participant);

// Returns true if the viewer's side has to act while the case is open.
bool has_turn(const Case& value, const CaseViewer& viewer);

}  // namespace tradepost::exchange
