#pragma once

#include "api/request/route.hpp"

// Handlers for participants and for signed links. routes() has the route of each.
namespace tradepost::api {

Answer ping(LoopContext& context, Call call);
Answer list_incoming(LoopContext& context, Call call);
Answer report_one(LoopContext& context, Call call);
Answer report_many(LoopContext& context, Call call);

Answer list_history(LoopContext& context, Call call);
Answer show_transaction(LoopContext& context, Call call);
Answer list_related(LoopContext& context, Call call);
// POST /v2/all-transactions/{id}/derive: fills a new document, stores nothing (contract 2.15).
Answer derive_document(LoopContext& context, Call call);
Answer list_events(LoopContext& context, Call call);

// Labels of all units of a transaction, or of one unit if {id} is its SSCC.
Answer show_labels_as_zpl(LoopContext& context, Call call);
Answer show_labels_as_pdf(LoopContext& context, Call call);
// The label of the unit at the place {unit}.
Answer show_label_as_zpl(LoopContext& context, Call call);
Answer show_label_as_pdf(LoopContext& context, Call call);
Answer show_label_as_png(LoopContext& context, Call call);

Answer list_cases(LoopContext& context, Call call);
Answer post_case(LoopContext& context, Call call);
Answer patch_case(LoopContext& context, Call call);
// Shows a case: as JSON for a token, as a page in a browser with a signed link.
Answer show_case(LoopContext& context, OpenCall call);

Answer list_trade_partners(LoopContext& context, Call call);
// Accepts, blocks or holds the partner's documents, or asks the partner to accept the caller's.
Answer put_trade_partner(LoopContext& context, Call call);

Answer show_profile(LoopContext& context, Call call);
Answer put_profile(LoopContext& context, Call call);

// /v2/profile/tokens: the tokens of the caller's participant (contract 8.2).
Answer post_own_token(LoopContext& context, Call call);
Answer list_own_tokens(LoopContext& context, Call call);
Answer delete_own_token(LoopContext& context, Call call);

Answer post_webhook(LoopContext& context, Call call);
Answer list_webhooks(LoopContext& context, Call call);
Answer put_webhook(LoopContext& context, Call call);
Answer delete_webhook(LoopContext& context, Call call);
Answer redeliver_events(LoopContext& context, Call call);
Answer test_webhook(LoopContext& context, Call call);
Answer list_webhook_calls(LoopContext& context, Call call);
Answer replay_event(LoopContext& context, Call call);

// POST /v2/transactions/validate: judges a document, stores nothing (contract 2.5).
Answer validate_document(LoopContext& context, Call call);

// POST /v2/all-transactions/{id}/requeue (contract 5.7).
Answer requeue_document(LoopContext& context, Call call);

}  // namespace tradepost::api
