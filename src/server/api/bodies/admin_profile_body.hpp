#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "exchange/model/directory_entries.hpp"

// Parts that several bodies share. Values are checked against their types; the exchange checks
// their meaning.
namespace tradepost::api {

std::vector<exchange::Identifier> identifiers_in(Fields& fields, std::string_view name);
std::vector<exchange::Requirement> requirements_in(Fields& fields);
std::vector<exchange::AgentGrant> agents_in(Fields& fields);
// An empty list means all kinds, like an absent one elsewhere.
std::optional<exchange::KindSet> kinds_in(Fields& fields);

inline constexpr std::string_view kinds_for_people = "a type of documents: ORDER, INVOICE …";
std::optional<exchange::Kind> kind_word(std::string_view name);
std::optional<exchange::RelationshipStatus> relationship_status(std::string_view name);
// Reads LIVE or TEST. Any other value is a fault.
std::optional<exchange::Flow> flow_in(Fields& fields);

}  // namespace tradepost::api
