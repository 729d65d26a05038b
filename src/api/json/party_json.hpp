#pragma once

#include "base/text/json_writer.hpp"
#include "exchange/trade/pull.hpp"

namespace tradepost::api {

// {id, name}: of a participant, or of a party that is none and has no id.
void write_named(base::JsonWriter& json, const exchange::Named& named);

// Who did something, as participants see it: operators and the network itself have no id.
exchange::Named actor_named(const exchange::Directory& directory, const exchange::Actor& actor);

// {name: value}, as a report or a case carries it.
void write_context(base::JsonWriter& json, const exchange::Context& context);

}  // namespace tradepost::api
