#pragma once

#include <span>

#include "base/text/json_writer.hpp"
#include "exchange/administration/directory_pages.hpp"
#include "exchange/administration/partners.hpp"

// Writes the entries of the directory as JSON.
namespace tradepost::api {

// Writes the members into an open object.
void write_participant(base::JsonWriter& json, const exchange::Participant& participant);
// Never writes the token or its hash.
void write_token(base::JsonWriter& json, const exchange::Token& token);
void write_last_use(base::JsonWriter& json, const std::optional<base::Instant>& at);
void write_queue(base::JsonWriter& json, const exchange::QueueShown& queue);
// Writes the members that an operator's view of a queue shares with the participant's own.
void write_queue_state(base::JsonWriter& json, const exchange::QueueState& state);
// Writes all members except the two participants.
void write_relationship(base::JsonWriter& json, const exchange::Relationship& relationship);

// Writes a member with the effect of new requirements on past documents.
void write_sample(base::JsonWriter& json, const exchange::Sample& sample);

// These write whole values.
void write_identifier(base::JsonWriter& json, const exchange::Identifier& identifier);
void write_requirements(base::JsonWriter& json, std::span<const exchange::Requirement> all);
void write_time(base::JsonWriter& json, const std::optional<base::Instant>& at);
// Writes a member, or nothing if the set contains all kinds.
void write_kinds(base::JsonWriter& json, exchange::KindSet kinds);

}  // namespace tradepost::api
