#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "conformance/command.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/trade/report.hpp"

// Translates between the words of commands and the types of src/server/exchange.
namespace tradepost::conformance {

std::optional<exchange::Kind> kind_of(std::string_view kind);  // nullopt if empty
exchange::KindSet kinds_of(const std::vector<std::string>& kinds);
exchange::Identifier identifier_of(const Identity& identity);
std::vector<exchange::Identifier> identifiers_of(const std::vector<Identity>& identities);
std::vector<exchange::Requirement> requirements_of(const std::vector<Demand>& demands);
exchange::ErrorType error_type_of(ErrorType type);
ErrorType error_type_of(exchange::ErrorType type);
exchange::RelationshipStatus status_of(Standing standing);
Standing standing_of(exchange::RelationshipStatus status);
exchange::HistoryFilter filter_of(const HistoryPage& wanted);  // without the partner

std::string paths_of(const std::vector<exchange::Finding>& faults);
std::string words_of(const exchange::BadItems& bad);
std::string_view word_of(exchange::ReportOutcome outcome);
std::string_view word_of(exchange::CaseOrigin origin);
std::string_view word_of(exchange::ResolvedBy resolved_by);

// Returns the word for an answer without a result. The word is the same for all use cases.
template <typename Answer>
std::string refusal_words(const Answer& answer) {
  if constexpr (requires { std::variant_size<Answer>::value; }) {
    return std::visit([](const auto& value) { return refusal_words(value); }, answer);
  } else if constexpr (std::is_same_v<Answer, exchange::KeyMismatch>) {
    return "another payload under this key";
  } else if constexpr (std::is_same_v<Answer, exchange::KeyRunning>) {
    return "the key is under way";
  } else if constexpr (std::is_same_v<Answer, exchange::KeysFull>) {
    return "too many keys";
  } else if constexpr (std::is_same_v<Answer, exchange::Busy> ||
                       std::is_same_v<Answer, exchange::DirectoryStale>) {
    return "busy";
  } else if constexpr (std::is_same_v<Answer, exchange::Unknown>) {
    return "unknown";
  } else if constexpr (std::is_same_v<Answer, exchange::WrongState>) {
    return "wrong state";
  } else if constexpr (std::is_same_v<Answer, exchange::ContentGone>) {
    return "its content is gone";
  } else if constexpr (std::is_same_v<Answer, exchange::ScopeMissing>) {
    return "the token may not";
  } else if constexpr (std::is_same_v<Answer, exchange::Blocked>) {
    return "blocked";
  } else if constexpr (std::is_same_v<Answer, exchange::HeldFull>) {
    return "held full";
  } else if constexpr (std::is_same_v<Answer, exchange::RevisionConflict>) {
    return "changed by others";
  } else if constexpr (std::is_same_v<Answer, exchange::IntentUnderWay>) {
    return "something is under way there";
  } else if constexpr (std::is_same_v<Answer, exchange::Refused>) {
    return "refused for " + paths_of(answer.faults);
  } else {
    return "an answer without a word";
  }
}

}  // namespace tradepost::conformance
