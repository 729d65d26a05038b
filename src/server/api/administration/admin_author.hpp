#pragma once

#include "api/json/party_json.hpp"

namespace tradepost::api {

// Writes {type, id, name, person}: the author of a change, as operators see it.
void write_admin_author(base::JsonWriter& json, const exchange::Directory& directory,
                        const Author& author);

}  // namespace tradepost::api
