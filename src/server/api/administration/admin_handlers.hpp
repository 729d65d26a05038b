#pragma once

#include "api/request/route.hpp"

// Handlers for operators. admin_routes() has the route of each.
namespace tradepost::api {

Answer post_participant(LoopContext& context, OperatorCall call);
Answer list_participants(LoopContext& context, OperatorCall call);
Answer get_participant(LoopContext& context, OperatorCall call);
Answer patch_participant(LoopContext& context, OperatorCall call);
Answer validate_requirements(LoopContext& context, OperatorCall call);
Answer delete_participant(LoopContext& context, OperatorCall call);

Answer post_token(LoopContext& context, OperatorCall call);
Answer list_tokens(LoopContext& context, OperatorCall call);
Answer delete_token(LoopContext& context, OperatorCall call);

Answer put_relationships(LoopContext& context, OperatorCall call);
Answer list_relationships(LoopContext& context, OperatorCall call);

Answer post_operator(LoopContext& context, OperatorCall call);
Answer list_operators(LoopContext& context, OperatorCall call);
Answer delete_operator(LoopContext& context, OperatorCall call);

Answer post_range(LoopContext& context, OperatorCall call);
Answer list_ranges(LoopContext& context, OperatorCall call);

// GET /admin/queues: pending documents by recipient (contract 9.8).
Answer list_queues(LoopContext& context, OperatorCall call);
// GET /admin/overview: totals of the queues, and the longest-waiting queues (contract 9.12).
Answer show_overview(LoopContext& context, OperatorCall call);
// GET /admin/health: the checks of the node that answers, and all nodes (contract 9.13).
Answer show_health(LoopContext& context, OperatorCall call);
// GET /admin/changes: notifications of changed documents and cases (contract 2.14).
Answer wait_for_changes(LoopContext& context, OperatorCall call);

Answer list_all_transactions(LoopContext& context, OperatorCall call);
Answer show_any_transaction(LoopContext& context, OperatorCall call);
Answer list_related_of_any(LoopContext& context, OperatorCall call);
Answer list_events_of_any(LoopContext& context, OperatorCall call);
Answer requeue_any(LoopContext& context, OperatorCall call);
Answer discard_any(LoopContext& context, OperatorCall call);
Answer move_any(LoopContext& context, OperatorCall call);

Answer list_all_cases(LoopContext& context, OperatorCall call);
Answer show_any_case(LoopContext& context, OperatorCall call);
// Can also set the turn of the case.
Answer patch_any_case(LoopContext& context, OperatorCall call);

// GET /admin/webhooks: the webhooks of all participants, with their delivery state.
Answer list_all_webhooks(LoopContext& context, OperatorCall call);
Answer redeliver_events_of_any(LoopContext& context, OperatorCall call);

// GET /admin/statistics: counts of documents by their outcome.
Answer show_statistics(LoopContext& context, OperatorCall call);

// GET /admin/events: the acts of operators and participants (contract 9.2).
Answer list_acts(LoopContext& context, OperatorCall call);

Answer show_settings(LoopContext& context, OperatorCall call);
Answer put_network(LoopContext& context, OperatorCall call);
Answer show_retention(LoopContext& context, OperatorCall call);
Answer put_retention(LoopContext& context, OperatorCall call);
Answer show_webhook_targets(LoopContext& context, OperatorCall call);
Answer put_webhook_targets(LoopContext& context, OperatorCall call);

}  // namespace tradepost::api
