#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "document/json/view.hpp"
#include "exchange/model/directory_entries.hpp"

// The requirements of recipients (contract 4.7).
namespace tradepost::exchange {

// Returns a fault for each place at which a document does not meet a requirement for its kind.
// `content` may have faults, but is well-formed.
std::vector<Finding> unmet(std::span<const Requirement> requirements, Kind kind,
                           std::string_view header_type, const document::View& content);
// Returns a fault for each rule that a document would break as the e-invoice that a requirement
// demands. `content` is of a good document.
std::vector<Finding> broken_rules(std::span<const Requirement> requirements, Kind kind,
                                  std::string_view header_type, const document::View& content);

// Returns the faults of new requirements: a path to no field of the kind, a domain for a field
// without identifiers, an e-invoice of another kind, too many requirements.
std::vector<Finding> faults_of(std::span<const Requirement> requirements);

}  // namespace tradepost::exchange
