#pragma once

#include <string>

#include "app/remote/resource_verbs.hpp"
#include "document/json/view.hpp"

// Participants in the commands of administration.
namespace tradepost::app {

// Returns the id of a participant that is given by its id, one of its identifiers, or its whole
// name. Prints an error if none or several match.
ExitOr<std::string> participant_id(ExchangeClient& exchange, const std::string& named);

inline constexpr const char* participant_meaning =
    "A participant: its id, one of its identifiers, or its name";
// The parameter for {participant} in the path.
Parameter participant_at_its_place();
Parameter participant_to_filter_by(const char* meaning);

// Returns identifiers in this form: GS1:4012345000009, DUNS:123456789
std::string identifiers_of(const document::View& participant);

}  // namespace tradepost::app
