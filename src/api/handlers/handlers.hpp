#pragma once

#include "api/request/route.hpp"

// The handlers for participants and for signed links: routes() has the route of each.
namespace tradepost::api {

Answer ping(Workplace& place, Call call);
Answer list_incoming(Workplace& place, Call call);
Answer send_document(Workplace& place, Call call);
Answer report_one(Workplace& place, Call call);
Answer report_many(Workplace& place, Call call);

Answer list_history(Workplace& place, Call call);
Answer show_transaction(Workplace& place, Call call);
Answer list_events(Workplace& place, Call call);

// Of all units of a transaction; or of one, where {id} is its SSCC.
Answer show_labels_as_zpl(Workplace& place, Call call);
Answer show_labels_as_pdf(Workplace& place, Call call);
// Of the unit at the place {unit}.
Answer show_label_as_zpl(Workplace& place, Call call);
Answer show_label_as_pdf(Workplace& place, Call call);
Answer show_label_as_png(Workplace& place, Call call);

Answer list_cases(Workplace& place, Call call);
Answer post_case(Workplace& place, Call call);
Answer patch_case(Workplace& place, Call call);
// A case: JSON for a token, a page for a signed link without a token.
Answer show_case(Workplace& place, OpenCall call);

Answer list_trade_partners(Workplace& place, Call call);
// Accepts, blocks or puts off what the partner sends; or asks it to take what the caller sends.
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

// POST /v2/transactions/validate: what sending would say, and nothing is kept (contract 2.5).
Answer validate_document(Workplace& place, Call call);

// POST /v2/all-transactions/{id}/requeue (contract 5.7).
Answer requeue_document(Workplace& place, Call call);

}  // namespace tradepost::api
