#include "api/json/words.hpp"

namespace tradepost::api {

using exchange::CaseOrigin;
using exchange::ResolvedBy;

std::string_view word_of(exchange::ErrorType type) {
  return type == exchange::ErrorType::data ? "DATA" : "INTERNAL";
}

std::string_view word_of(exchange::CaseStatus status) {
  return status == exchange::CaseStatus::open ? "open" : "resolved";
}

std::string_view word_of(exchange::Turn turn) {
  switch (turn) {
    case exchange::Turn::sender:
      return "sender";
    case exchange::Turn::recipient:
      return "recipient";
    case exchange::Turn::operator_:
      break;
  }
  return "operator";
}

std::string_view word_of(CaseOrigin origin) {
  switch (origin) {
    case CaseOrigin::failure:
      return "failure";
    case CaseOrigin::rejection:
      return "rejection";
    case CaseOrigin::posted:
      return "posted";
    case CaseOrigin::discard:
      return "discard";
    case CaseOrigin::overdue:
      return "overdue";
    case CaseOrigin::closing:
      break;
  }
  return "closing";
}

std::string_view word_of(ResolvedBy resolved_by) {
  switch (resolved_by) {
    case ResolvedBy::none:
      return "nobody";
    case ResolvedBy::person:
      return "person";
    case ResolvedBy::newer_version:
      return "newer_version";
    case ResolvedBy::requeue:
      return "requeue";
    case ResolvedBy::success:
      break;
  }
  return "success";
}

std::optional<exchange::ErrorType> error_type(std::string_view word) {
  if (word == word_of(exchange::ErrorType::data)) return exchange::ErrorType::data;
  if (word == word_of(exchange::ErrorType::internal)) return exchange::ErrorType::internal;
  return std::nullopt;
}

std::optional<exchange::CaseStatus> case_status(std::string_view word) {
  if (word == word_of(exchange::CaseStatus::open)) return exchange::CaseStatus::open;
  if (word == word_of(exchange::CaseStatus::resolved)) return exchange::CaseStatus::resolved;
  return std::nullopt;
}

}  // namespace tradepost::api
