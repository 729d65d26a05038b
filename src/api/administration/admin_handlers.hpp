#pragma once

#include "api/request/route.hpp"

// What answers operators: admin_routes() says where each stands.
namespace tradepost::api {

Answer post_participant(Workplace& place, OperatorCall call);
Answer list_participants(Workplace& place, OperatorCall call);
Answer get_participant(Workplace& place, OperatorCall call);
Answer patch_participant(Workplace& place, OperatorCall call);
Answer delete_participant(Workplace& place, OperatorCall call);

Answer post_token(Workplace& place, OperatorCall call);
Answer list_tokens(Workplace& place, OperatorCall call);
Answer delete_token(Workplace& place, OperatorCall call);

Answer put_relationships(Workplace& place, OperatorCall call);
Answer list_relationships(Workplace& place, OperatorCall call);

Answer post_operator(Workplace& place, OperatorCall call);
Answer list_operators(Workplace& place, OperatorCall call);
Answer delete_operator(Workplace& place, OperatorCall call);

Answer post_range(Workplace& place, OperatorCall call);
Answer list_ranges(Workplace& place, OperatorCall call);

// GET /admin/queues: pending documents by recipient (contract 9.8).
Answer list_queues(Workplace& place, OperatorCall call);
// GET /admin/overview: sums of the queues, and those that have waited longest (contract 9.12).
Answer show_overview(Workplace& place, OperatorCall call);
// GET /admin/changes: that a document or a case has changed (contract 2.14).
Answer tell_changes(Workplace& place, OperatorCall call);

Answer list_all_transactions(Workplace& place, OperatorCall call);
Answer show_any_transaction(Workplace& place, OperatorCall call);
Answer requeue_any(Workplace& place, OperatorCall call);
Answer discard_any(Workplace& place, OperatorCall call);

Answer list_all_cases(Workplace& place, OperatorCall call);
Answer show_any_case(Workplace& place, OperatorCall call);
// Also says whose turn it is.
Answer patch_any_case(Workplace& place, OperatorCall call);

// GET /admin/webhooks: those of all participants, and how far they are.
Answer list_all_webhooks(Workplace& place, OperatorCall call);
Answer redeliver_events_of_any(Workplace& place, OperatorCall call);

// GET /admin/statistics: how much was sent, and what has become of it.
Answer show_statistics(Workplace& place, OperatorCall call);

// GET /admin/events: who did what when (contract 9.2).
Answer list_acts(Workplace& place, OperatorCall call);

Answer show_settings(Workplace& place, OperatorCall call);
Answer put_network(Workplace& place, OperatorCall call);
Answer show_retention(Workplace& place, OperatorCall call);
Answer put_retention(Workplace& place, OperatorCall call);
Answer show_webhook_targets(Workplace& place, OperatorCall call);
Answer put_webhook_targets(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
