#pragma once

#include "api/request/route.hpp"

// Handlers for operators. admin_routes() has the route of each.
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
// GET /admin/overview: totals of the queues, and the longest-waiting queues (contract 9.12).
Answer show_overview(Workplace& place, OperatorCall call);
// GET /admin/changes: notifications of changed documents and cases (contract 2.14).
Answer tell_changes(Workplace& place, OperatorCall call);

Answer list_all_transactions(Workplace& place, OperatorCall call);
Answer show_any_transaction(Workplace& place, OperatorCall call);
Answer requeue_any(Workplace& place, OperatorCall call);
Answer discard_any(Workplace& place, OperatorCall call);

Answer list_all_cases(Workplace& place, OperatorCall call);
Answer show_any_case(Workplace& place, OperatorCall call);
// Can also set the turn of the case.
Answer patch_any_case(Workplace& place, OperatorCall call);

// GET /admin/webhooks: the webhooks of all participants, with their delivery state.
Answer list_all_webhooks(Workplace& place, OperatorCall call);
Answer redeliver_events_of_any(Workplace& place, OperatorCall call);

// GET /admin/statistics: counts of documents by their outcome.
Answer show_statistics(Workplace& place, OperatorCall call);

// GET /admin/events: the acts of operators and participants (contract 9.2).
Answer list_acts(Workplace& place, OperatorCall call);

Answer show_settings(Workplace& place, OperatorCall call);
Answer put_network(Workplace& place, OperatorCall call);
Answer show_retention(Workplace& place, OperatorCall call);
Answer put_retention(Workplace& place, OperatorCall call);
Answer show_webhook_targets(Workplace& place, OperatorCall call);
Answer put_webhook_targets(Workplace& place, OperatorCall call);

}  // namespace tradepost::api
