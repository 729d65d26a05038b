#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/json_writer.hpp"
#include "document/json/view.hpp"

namespace tradepost::simulation {

// A number of a party or an item, with who gave it.
struct Identifier {
  std::string domain = {};  // GS1 where a document says none
  std::string identifier = {};
};

// GS1:9521002000009, or without the domain a GS1 identifier.
Identifier identifier_of(std::string_view words);

// Those of the list that say something.
std::vector<Identifier> identifiers_in(const document::View& list);
void write(base::JsonWriter& json, const std::vector<Identifier>& identifiers);

struct Party {
  std::string name = {};
  std::vector<Identifier> identifiers = {};

  // What people call it.
  std::string shown() const;
};

// Without the internal numbers of others, unless there is nothing else: in a document of ours they
// would be numbers of ours.
Party addressable(Party party);
Party party_in(const document::View& value);
// Whether they share an identifier, compared as the exchange compares (contract 1.2).
bool is_same(const Party& one, const Party& other);
void write(base::JsonWriter& json, const Party& party);

}  // namespace tradepost::simulation
