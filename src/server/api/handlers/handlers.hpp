#pragma once

#include "api/request/route.hpp"

// Handlers for participants and for signed links. routes() has the route of each.
namespace tradepost::api {

Answer ping(Workplace& place, Call call);
Answer list_incoming(Workplace& place, Call call);
Answer send_document(Workplace& place, Call call);
Answer report_one(Workplace& place, Call call);
Answer report_many(Workplace& place, Call call);

Answer list_history(Workplace& place, Call call);
Answer show_transaction(Workplace& place, Call call);
Answer list_events(Workplace& place, Call call);

// Labels of all units of a transaction, or of one unit if {id} is its SSCC.
Answer show_labels_as_zpl(Workplace& place, Call call);
Answer show_labels_as_pdf(Workplace& place, Call call);
// The label of the unit at the place {unit}.
Answer show_label_as_zpl(Workplace& place, Call call);
Answer show_label_as_pdf(Workplace& place, Call call);
Answer show_label_as_png(Workplace& place, Call call);

Answer list_cases(Workplace& place, Call call);
Answer post_case(Workplace& place, Call call);
Answer patch_case(Workplace& place, Call call);
// Shows a case: as JSON for a token, as a page in a browser with a signed link.
Answer show_case(Workplace& place, OpenCall call);

Answer list_trade_partners(Workplace& place, Call call);
// Accepts, blocks or holds the partner's documents, or asks the partner to accept the caller's.
Answer put_trade_partner(Workplace& place, Call call);

Answer show_profile(Workplace& place, Call call);
Answer put_profile(Workplace& place, Call call);

Answer post_webhook(Workplace& place, Call call);
Answer list_webhooks(Workplace& place, Call call);
Answer put_webhook(Workplace& place, Call call);
Answer delete_webhook(Workplace& place, Call call);
Answer redeliver_events(Workplace& place, Call call);
Answer test_webhook(Workplace& place, Call call);
Answer list_webhook_calls(Workplace& place, Call call);

// POST /v2/transactions/validate: judges a document, stores nothing (contract 2.5).
Answer validate_document(Workplace& place, Call call);

// POST /v2/all-transactions/{id}/requeue (contract 5.7).
Answer requeue_document(Workplace& place, Call call);

}  // namespace tradepost::api
