#pragma once

#include "api/wire/settings.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/webhooks/webhook_events.hpp"

namespace tradepost::api {

// Writes the subject of a webhook event into an open object: `transaction` as in all-transactions,
// or `case` with its head. A document's content is never included.
void write_webhook_subject(base::JsonWriter& body, const exchange::WebhookEvent& event,
                           const exchange::Directory& directory, const FieldNames& names);

}  // namespace tradepost::api
