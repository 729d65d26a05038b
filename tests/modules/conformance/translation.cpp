#include "conformance/translation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/ground/check.hpp"
#include "document/model/schema.hpp"

namespace tradepost::conformance {

std::optional<exchange::Kind> kind_of(std::string_view kind) {
  if (kind.empty()) return std::nullopt;
  const document::KindRow* const row = document::find_kind_row(kind);
  CHECK(row);
  return row->kind;
}

exchange::KindSet kinds_of(const std::vector<std::string>& kinds) {
  if (kinds.empty()) return {};
  auto set = exchange::KindSet::of_bits(0);
  for (const std::string& kind : kinds) set.add(*kind_of(kind));
  return set;
}

exchange::Identifier identifier_of(const Identity& identity) {
  const auto domain = exchange::domain_of(identity.domain);
  CHECK(domain.has_value());
  return {.domain = *domain, .text = identity.text};
}

std::vector<exchange::Identifier> identifiers_of(const std::vector<Identity>& identities) {
  std::vector<exchange::Identifier> identifiers;
  for (const Identity& identity : identities) identifiers.push_back(identifier_of(identity));
  return identifiers;
}

std::vector<exchange::Requirement> requirements_of(const std::vector<Demand>& demands) {
  std::vector<exchange::Requirement> requirements;
  for (const Demand& demand : demands) {
    requirements.push_back(
        {.kind = *kind_of(demand.kind), .path = demand.path, .domain = demand.domain, .when = {}});
    if (!demand.when.empty()) requirements.back().when = {demand.when};
  }
  return requirements;
}

exchange::ErrorType error_type_of(ErrorType type) {
  return type == ErrorType::data ? exchange::ErrorType::data : exchange::ErrorType::internal;
}

ErrorType error_type_of(exchange::ErrorType type) {
  return type == exchange::ErrorType::data ? ErrorType::data : ErrorType::internal;
}

exchange::RelationshipStatus status_of(Standing standing) {
  switch (standing) {
    case Standing::requested:
      return exchange::RelationshipStatus::requested;
    case Standing::active:
      return exchange::RelationshipStatus::active;
    case Standing::blocked:
      break;
  }
  return exchange::RelationshipStatus::blocked;
}

Standing standing_of(exchange::RelationshipStatus status) {
  switch (status) {
    case exchange::RelationshipStatus::requested:
      return Standing::requested;
    case exchange::RelationshipStatus::active:
      return Standing::active;
    case exchange::RelationshipStatus::blocked:
      break;
  }
  return Standing::blocked;
}

exchange::HistoryFilter filter_of(const HistoryPage& wanted) {
  exchange::HistoryFilter filter;
  filter.kind = kind_of(wanted.kind);
  for (const auto status : {exchange::Status::pending, exchange::Status::success,
                            exchange::Status::failed, exchange::Status::dropped}) {
    if (exchange::name_of(status) == wanted.status) filter.status = status;
  }
  if (wanted.direction == "sent") filter.direction = exchange::Direction::sent;
  if (wanted.direction == "received") filter.direction = exchange::Direction::received;
  if (!wanted.number.empty()) filter.number = wanted.number;
  return filter;
}

std::string paths_of(const std::vector<exchange::Finding>& faults) {
  std::vector<std::string> paths;
  for (const exchange::Finding& fault : faults) paths.push_back(fault.path);
  std::ranges::sort(paths);
  paths.erase(std::ranges::unique(paths).begin(), paths.end());
  return fmt::format("{}", fmt::join(paths, " and "));
}

std::string words_of(const exchange::BadItems& bad) {
  std::vector<std::string> words;
  for (const exchange::BadItem& item : bad.items) {
    const char* word = "malformed";
    if (item.code == exchange::BadItemCode::unknown) word = "unknown";
    if (item.code == exchange::BadItemCode::conflict) word = "conflict";
    words.push_back(fmt::format("{} {}", item.index, word));
  }
  return fmt::format("bad: {}", fmt::join(words, ", "));
}

std::string_view word_of(exchange::ReportOutcome outcome) {
  switch (outcome) {
    case exchange::ReportOutcome::done:
      return "done";
    case exchange::ReportOutcome::same:
      return "same";
    case exchange::ReportOutcome::mended:
      return "mended";
    case exchange::ReportOutcome::recorded:
      return "recorded";
    case exchange::ReportOutcome::conflict:
      return "conflict";
    case exchange::ReportOutcome::unknown:
      break;
  }
  return "unknown";
}

std::string_view word_of(exchange::CaseOrigin origin) {
  switch (origin) {
    case exchange::CaseOrigin::failure:
      return "failure";
    case exchange::CaseOrigin::rejection:
      return "rejection";
    case exchange::CaseOrigin::posted:
      return "posted";
    case exchange::CaseOrigin::discard:
      return "discard";
    case exchange::CaseOrigin::overdue:
      return "overdue";
    case exchange::CaseOrigin::closing:
      break;
  }
  return "closing";
}

std::string_view word_of(exchange::ResolvedBy resolved_by) {
  switch (resolved_by) {
    case exchange::ResolvedBy::none:
      return "nobody";
    case exchange::ResolvedBy::person:
      return "person";
    case exchange::ResolvedBy::newer_version:
      return "newer version";
    case exchange::ResolvedBy::requeue:
      return "requeue";
    case exchange::ResolvedBy::success:
      break;
  }
  return "success";
}

}  // namespace tradepost::conformance
