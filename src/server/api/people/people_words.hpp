#pragma once

#include <optional>
#include <string_view>

#include "api/bodies/admin_body.hpp"
#include "api/providers/sign_in_providers.hpp"
#include "api/request/loop_context.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/model/directory.hpp"
#include "exchange/people/person_data.hpp"

// The words of people in JSON.
namespace tradepost::api {

std::optional<exchange::Role> role_word(std::string_view name);
std::string_view name_of(exchange::Role role);
std::string_view name_of(exchange::PersonState state);
std::optional<exchange::Language> language_word(std::string_view name);
std::string_view name_of(exchange::Language language);

// Reads `flows`, a list of LIVE and TEST. An absent or empty list means both.
exchange::FlowSet flows_in(Fields& fields);

// Adds a fault if the place of the membership has no such role.
void check_role(Fields& fields, const exchange::Membership& membership);

// Each writes members into an open object.
void write_flows(base::JsonWriter& json, exchange::FlowSet flows);
// Writes `participant` with its id and name; null means the operators.
void write_place(base::JsonWriter& json, const exchange::Directory& directory,
                 const std::optional<exchange::ParticipantId>& participant);
void write_membership(base::JsonWriter& json, const exchange::Directory& directory,
                      const exchange::Membership& membership);
// Returns the provider that serves the address; nullptr: none.
const SignInProvider* provider_serving(const LoopContext& context, std::string_view email);
// Writes `provider`, at which a person signs in; nullptr means with a password only.
void write_provider(base::JsonWriter& json, const SignInProvider* provider);

}  // namespace tradepost::api
