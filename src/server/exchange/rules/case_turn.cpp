#include "exchange/rules/case_turn.hpp"

namespace tradepost::exchange {

bool is_recipient_of_failure(const Case& value, ParticipantId participant) {
  // The last owner of a failure's case is the recipient of the document (decide_report).
  return value.origin == CaseOrigin::failure && value.owners.size() > 1 &&
         value.owners.back() == participant;
}

bool has_turn(const Case& value, const CaseViewer& viewer) {
  if (!viewer.participant || value.turn == Turn::operator_) {
    return !viewer.participant && value.turn == Turn::operator_;
  }
  // The recipient that is overdue does not take part in the case, and the sender can only wait.
  if (value.origin == CaseOrigin::overdue) return value.turn == Turn::sender;
  // Only the case of a failure has two sides. In other cases no recipient takes part.
  if (value.origin != CaseOrigin::failure || value.owners.size() < 2) return true;
  const bool is_recipient = is_recipient_of_failure(value, *viewer.participant);
  return value.turn == (is_recipient ? Turn::recipient : Turn::sender);
}

}  // namespace tradepost::exchange
