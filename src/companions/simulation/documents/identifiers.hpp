#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/json_writer.hpp"
#include "document/json/view.hpp"

namespace tradepost::simulation {

// A number of a party or an item, and the domain of its issuer.
struct Identifier {
  std::string domain = {};  // GS1 if the document has none
  std::string identifier = {};
};

// Parses GS1:9521002000009. Without a domain, the result is a GS1 identifier.
Identifier identifier_of(std::string_view words);

// Returns the identifiers of the list that are not blank.
std::vector<Identifier> identifiers_in(const document::View& list);
void write(base::JsonWriter& json, const std::vector<Identifier>& identifiers);

struct Party {
  std::string name = {};
  std::vector<Identifier> identifiers = {};
  std::string postal_address = {};  // as JSON; empty: not stated

  // Returns the name, or else the first identifier.
  std::string shown() const;
};

// Removes the internal numbers of other companies, unless the party has no other identifiers. In a
// document of this company they would mean its own internal numbers.
Party addressable(Party party);
Party party_in(const document::View& value);
// Returns true if they share an identifier, compared as in the exchange (contract 1.2).
bool is_same(const Party& one, const Party& other);
void write(base::JsonWriter& json, const Party& party);
void write_address(base::JsonWriter& json, const Party& party);

}  // namespace tradepost::simulation
