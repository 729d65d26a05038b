#pragma once

#include "base/text/json_writer.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::api {

// Writes the member `webhooks` of a profile, for the caller's flow and without delivery state.
void write_webhooks(base::JsonWriter& body, const exchange::Directory& directory,
                    const exchange::Caller& caller);

// Writes the members of a webhook with its delivery state into an open object.
void write_webhook(base::JsonWriter& body, const exchange::EndpointShown& shown);

// Writes a webhook that the request has just set. Only this answer contains its `secret`.
void write_new_webhook(base::JsonWriter& body, const exchange::Endpoint& webhook,
                       const std::string& secret);

}  // namespace tradepost::api
