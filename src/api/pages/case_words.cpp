#include "api/pages/case_words.hpp"

namespace tradepost::api {
namespace {

using exchange::CaseOrigin;
using exchange::CaseStatus;
using exchange::ResolvedBy;

std::string_view whose_turn(exchange::Turn turn) {
  switch (turn) {
    case exchange::Turn::sender:
      return "Open. It is the sender's turn.";
    case exchange::Turn::recipient:
      return "Open. It is the recipient's turn.";
    case exchange::Turn::operator_:
      break;
  }
  return "Open. It is the operator's turn.";
}

std::string_view how_resolved(ResolvedBy resolved_by) {
  switch (resolved_by) {
    case ResolvedBy::nobody:
    case ResolvedBy::person:
      return "Resolved.";
    case ResolvedBy::newer_version:
      return "Resolved: a newer version was sent.";
    case ResolvedBy::requeue:
      return "Resolved: the document went out once more.";
    case ResolvedBy::success:
      break;
  }
  return "Resolved: the document was processed after all.";
}

std::string_view after_failure(exchange::Turn turn) {
  if (turn == exchange::Turn::sender) {
    return "The sender corrects the document and sends it again with the same number: the new "
           "version resolves this case. If the document is right, the sender says so in a comment; "
           "then it is the recipient's turn.";
  }
  return "The recipient removes what kept its system from processing the document, and reports the "
         "document as processed: that resolves this case. If the document is wrong, the recipient "
         "says so in a comment; then it is the sender's turn.";
}

}  // namespace

std::string_view title_of(CaseOrigin origin) {
  switch (origin) {
    case CaseOrigin::failure:
      return "A document could not be processed";
    case CaseOrigin::rejection:
      return "A document was refused";
    case CaseOrigin::posted:
      return "An error was reported";
    case CaseOrigin::discard:
      return "A document was taken out of the queue";
    case CaseOrigin::overdue:
      return "A partner has stopped collecting documents";
    case CaseOrigin::closing:
      break;
  }
  return "A partner has left the network";
}

std::string_view state_of(const exchange::Case& value) {
  return value.status == CaseStatus::open ? whose_turn(value.turn)
                                          : how_resolved(value.resolved_by);
}

std::string_view next_step_of(const exchange::Case& value) {
  if (value.status == CaseStatus::resolved) return {};
  if (value.turn == exchange::Turn::operator_) {
    return "The operator of the exchange looks into this case. Sender and recipient wait for the "
           "operator's comment.";
  }
  switch (value.origin) {
    case CaseOrigin::failure:
      return after_failure(value.turn);
    case CaseOrigin::rejection:
      return "The sender corrects every fault below in the system that made the document, sends "
             "the "
             "document again, and resolves this case. The recipient has received nothing.";
    case CaseOrigin::posted:
      return "The participant that reported the error removes its cause, and resolves this case. "
             "No other participant sees the case.";
    case CaseOrigin::discard:
      return "The recipient will not receive this document. If the recipient still needs it, the "
             "sender sends it again or requeues it: either resolves this case. If not, the sender "
             "resolves the case.";
    case CaseOrigin::overdue:
      return "The sender asks the partner whether its system still collects documents. Nothing is "
             "lost: they wait in the partner's queue. After the partner has collected them, the "
             "sender resolves this case.";
    case CaseOrigin::closing:
      break;
  }
  return "The partner did not receive this document, and receives no more. The sender agrees with "
         "the partner on another way, and resolves this case.";
}

}  // namespace tradepost::api
