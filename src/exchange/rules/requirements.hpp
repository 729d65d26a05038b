#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "exchange/model/directory_entries.hpp"

// What recipients demand on top (contract 4.7).
namespace tradepost::exchange {

// The places at which a document misses a requirement of its kind. `content` may be faulty, but is
// well-formed.
std::vector<Finding> unmet(std::span<const Requirement> requirements, Kind kind,
                           std::string_view header_type, const document::View& content);

// The faults of new requirements: a path that leads to no field of the kind, a domain for a field
// without identifiers, too many of them.
std::vector<Finding> faults_of(std::span<const Requirement> requirements);

}  // namespace tradepost::exchange
