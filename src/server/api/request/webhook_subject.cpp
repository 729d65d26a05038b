#include "api/request/webhook_subject.hpp"

#include "api/json/case_json.hpp"
#include "api/request/transaction_json.hpp"

namespace tradepost::api {

void write_webhook_subject(base::JsonWriter& body, const exchange::WebhookEvent& event,
                           const exchange::Directory& directory, const FieldNames& names) {
  if (event.transaction) {
    body.key("transaction").begin_object();
    write_shown(body, *event.transaction, directory, names);
    body.end_object();
  }
  if (event.opened) {
    body.key("case");
    write_case(body, *event.opened->value, directory);
  }
}

}  // namespace tradepost::api
