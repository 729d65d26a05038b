#pragma once

#include "base/text/json_writer.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::api {

// The member `webhooks` of a profile: those of the caller's flow, without how far they are.
void write_webhooks(base::JsonWriter& body, const exchange::Directory& directory,
                    const exchange::Caller& caller);

// The members of a webhook with how far it is, into an open object.
void write_webhook(base::JsonWriter& body, const exchange::EndpointShown& shown);

// A webhook that has just been set; only this answer has its `secret`.
void write_new_webhook(base::JsonWriter& body, const exchange::Endpoint& webhook,
                       const std::string& secret);

}  // namespace tradepost::api
