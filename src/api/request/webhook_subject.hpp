#pragma once

#include "api/wire/settings.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::api {

// What an event of a webhook is about, as a member of an open object: `transaction` as
// all-transactions shows it, or `case` with its head. Never a document's content.
void write_webhook_subject(base::JsonWriter& body, const exchange::WebhookEvent& event,
                           const exchange::Directory& directory, const FieldNames& names);

}  // namespace tradepost::api
