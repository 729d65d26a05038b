#pragma once

#include <string>

#include "app/remote/resource_verbs.hpp"
#include "document/json/view.hpp"

// How the commands of administration name participants.
namespace tradepost::app {

// The id of a participant that was named by it, by one of its identifiers, or by its whole name.
// None or several: prints that, and returns nothing.
OrTold<std::string> participant_id(ExchangeClient& exchange, const std::string& named);

inline constexpr const char* participant_meaning =
    "A participant: its id, one of its identifiers, or its name";
// Stands in the path as {participant}.
Parameter participant_at_its_place();
Parameter participant_to_filter_by(const char* meaning);

// GS1:4012345000009, DUNS:123456789
std::string identifiers_of(const document::View& participant);

}  // namespace tradepost::app
