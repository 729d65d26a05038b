#pragma once

#include "base/text/json_writer.hpp"
#include "exchange/people/person_names.hpp"
#include "exchange/trade/pull.hpp"

namespace tradepost::api {

// Writes {id, name}. A party that does not participate has no id.
void write_named(base::JsonWriter& json, const exchange::Named& named);

// Returns the actor as participants see it. Operators and the network itself have no id.
exchange::Named actor_named(const exchange::Directory& directory, const exchange::Actor& actor);

// Writes {id, name, person}. `people` has the names that the reader may see.
struct Author {
  const exchange::Actor& actor;
  const exchange::PersonNames& people;
};
void write_author(base::JsonWriter& json, const exchange::Directory& directory,
                  const Author& author);
// Writes `person` into an open object: {id, name}, or null.
void write_person_of(base::JsonWriter& json, const exchange::Directory& directory,
                     const Author& author);

// Writes the context of a report or a case as {name: value}.
void write_context(base::JsonWriter& json, const exchange::Context& context);

}  // namespace tradepost::api
