#pragma once

#include <string_view>

#include "api/bodies/admin_body.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/subscriptions.hpp"

// Subscriptions to messages about work that waits, in JSON.
namespace tradepost::api {

std::string_view name_of(exchange::Subject subject);

// Writes members into an open object.
void write_subscriptions(base::JsonWriter& json, const exchange::Subscriptions& subscriptions);
// The last subscription to a subject counts.
void read_subscriptions(Fields& fields, exchange::Subscriptions& into);

}  // namespace tradepost::api
