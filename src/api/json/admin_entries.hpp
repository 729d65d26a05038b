#pragma once

#include <span>

#include "base/text/json_writer.hpp"
#include "exchange/administration/directory_pages.hpp"
#include "exchange/administration/partners.hpp"

// The entries of the directory as JSON.
namespace tradepost::api {

// Members of an object that is open.
void write_participant(base::JsonWriter& json, const exchange::Participant& participant);
// Never the token itself, nor its hash.
void write_token(base::JsonWriter& json, const exchange::Token& token);
void write_queue(base::JsonWriter& json, const exchange::QueueShown& queue);
// What it shares with a participant's own.
void write_queue_state(base::JsonWriter& json, const exchange::QueueState& state);
// But for its ends.
void write_relationship(base::JsonWriter& json, const exchange::Relationship& relationship);

// A member: what new requirements would have done.
void write_sample(base::JsonWriter& json, const exchange::Sample& sample);

// Whole values.
void write_identifier(base::JsonWriter& json, const exchange::Identifier& identifier);
void write_requirements(base::JsonWriter& json, std::span<const exchange::Requirement> all);
void write_time(base::JsonWriter& json, const std::optional<base::Instant>& at);
// A member, left out where all kinds are meant.
void write_kinds(base::JsonWriter& json, exchange::KindSet kinds);

}  // namespace tradepost::api
