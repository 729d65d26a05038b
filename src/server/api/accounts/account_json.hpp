#pragma once

#include <string>
#include <vector>

#include "base/text/json_writer.hpp"
#include "exchange/model/directory.hpp"
#include "exchange/people/people_desk.hpp"

// The account of a person in JSON. Each function writes members into an open object.
namespace tradepost::api {

void write_account(base::JsonWriter& json, const exchange::KnownPerson& person);
void write_memberships(base::JsonWriter& json, const exchange::Directory& directory,
                       const exchange::Person& person);
void write_session(base::JsonWriter& json, const exchange::Directory& directory,
                   const exchange::PersonData& data, const exchange::PersonSession& session);

void write_recovery_codes(base::JsonWriter& json, const std::vector<std::string>& codes);

}  // namespace tradepost::api
