#pragma once

#include "base/text/json_writer.hpp"
#include "simulation/documents/identifiers.hpp"

namespace tradepost::simulation {

// Returns the party with an invented postal address, always the same one for the same party.
Party with_address(Party party);

// Writes the issuer of an invoice or a credit note: the party with its VAT number, a person to
// call and a bank account. All three are invented, and no company has them.
void write_issuer(base::JsonWriter& json, const Party& party);

}  // namespace tradepost::simulation
