#include "api/administration/admin_routes.hpp"

#include <array>

#include "api/accounts/account_export.hpp"
#include "api/accounts/sign_in_rules.hpp"
#include "api/administration/admin_handlers.hpp"
#include "api/people/managing.hpp"
#include "api/waiting/notices.hpp"

namespace tradepost::api {
namespace {

constexpr ForOperators by_operators(Answer (*handler)(LoopContext&, OperatorCall)) {
  return {.handler = handler};
}

// A person among the operators has entered the password lately.
constexpr Route confirmed(std::string_view method, std::string_view path, Body body,
                          Answer (*handler)(LoopContext&, OperatorCall)) {
  return {.method = method,
          .path = path,
          .body = body,
          .way = by_operators(handler),
          .trust = Trust::confirmed};
}

constexpr std::array table = {
    Route{"POST", "/admin/participants", Body::json, by_operators(post_participant)},
    Route{"GET", "/admin/participants", Body::none, by_operators(list_participants)},
    Route{"GET", "/admin/participants/{id}", Body::none, by_operators(get_participant)},
    Route{"PATCH", "/admin/participants/{id}", Body::json, by_operators(patch_participant)},
    Route{"POST", "/admin/participants/{id}/requirements/validate", Body::json,
          by_operators(validate_requirements)},
    Route{"DELETE", "/admin/participants/{id}", Body::none, by_operators(delete_participant)},
    confirmed("POST", "/admin/tokens", Body::json, post_token),
    Route{"GET", "/admin/tokens", Body::none, by_operators(list_tokens)},
    confirmed("DELETE", "/admin/tokens/{id}", Body::none, delete_token),
    Route{"PUT", "/admin/relationships", Body::json, by_operators(put_relationships)},
    Route{"GET", "/admin/relationships", Body::none, by_operators(list_relationships)},
    Route{"GET", "/admin/queues", Body::none, by_operators(list_queues)},
    Route{"GET", "/admin/changes", Body::none, by_operators(wait_for_changes), Comes::as_it_is,
          Links::some, Pace::bounded, Waits::for_a_change},
    Route{"GET", "/admin/overview", Body::none, by_operators(show_overview)},
    Route{"GET", "/admin/health", Body::none, by_operators(show_health)},
    Route{"GET", "/admin/notices", Body::none, by_operators(list_operators_notices)},
    Route{"GET", "/admin/events", Body::none, by_operators(list_acts)},
    confirmed("POST", "/admin/operators", Body::json, post_operator),
    Route{"GET", "/admin/operators", Body::none, by_operators(list_operators)},
    confirmed("DELETE", "/admin/operators/{id}", Body::none, delete_operator),
    confirmed("POST", "/admin/invitations", Body::json, invite_any),
    Route{"GET", "/admin/people", Body::none, by_operators(list_all_people)},
    Route{"GET", "/admin/people/{id}/export", Body::none, by_operators(export_any_person)},
    Route{"GET", "/admin/sign-in-rules", Body::none, by_operators(show_sign_in_rules_of_operators)},
    confirmed("PUT", "/admin/sign-in-rules", Body::json, put_sign_in_rules_of_operators),
    confirmed("POST", "/admin/people/{id}/reset", Body::none, reset_any_person),
    confirmed("DELETE", "/admin/people/{id}/second-factor", Body::none, remove_any_second_factor),
    confirmed("PATCH", "/admin/people/{id}", Body::json, patch_any_person),
    confirmed("DELETE", "/admin/people/{id}", Body::none, erase_any_person),
    confirmed("PUT", "/admin/people/{id}/memberships/{place}", Body::json, put_membership),
    confirmed("DELETE", "/admin/people/{id}/memberships/{place}", Body::none, delete_membership),
    Route{"GET", "/admin/transactions", Body::none, by_operators(list_all_transactions)},
    Route{"GET", "/admin/transactions/{id}", Body::none, by_operators(show_any_transaction)},
    Route{"GET", "/admin/transactions/{id}/related", Body::none, by_operators(list_related_of_any)},
    Route{"GET", "/admin/transactions/{id}/events", Body::none, by_operators(list_events_of_any)},
    Route{"POST", "/admin/transactions/{id}/requeue", Body::json, by_operators(requeue_any)},
    Route{"POST", "/admin/transactions/{id}/discard", Body::json, by_operators(discard_any)},
    Route{"POST", "/admin/transactions/{id}/move", Body::json, by_operators(move_any)},
    Route{"GET", "/admin/cases", Body::none, by_operators(list_all_cases)},
    Route{"GET", "/admin/cases/{id}", Body::none, by_operators(show_any_case)},
    Route{"PATCH", "/admin/cases/{id}", Body::json, by_operators(patch_any_case)},
    Route{"GET", "/admin/statistics", Body::none, by_operators(show_statistics)},
    Route{"GET", "/admin/settings", Body::none, by_operators(show_settings)},
    Route{"PUT", "/admin/network", Body::json, by_operators(put_network)},
    Route{"GET", "/admin/retention", Body::none, by_operators(show_retention)},
    Route{"PUT", "/admin/retention", Body::json, by_operators(put_retention)},
    Route{"GET", "/admin/webhooks", Body::none, by_operators(list_all_webhooks)},
    Route{"POST", "/admin/webhooks/{id}/redeliver", Body::none,
          by_operators(redeliver_events_of_any)},
    Route{"GET", "/admin/webhook-targets", Body::none, by_operators(show_webhook_targets)},
    Route{"PUT", "/admin/webhook-targets", Body::json, by_operators(put_webhook_targets)},
    Route{"POST", "/admin/sscc-ranges", Body::json, by_operators(post_range)},
    Route{"GET", "/admin/sscc-ranges", Body::none, by_operators(list_ranges)},
};

}  // namespace

std::span<const Route> admin_routes() {
  return table;
}

}  // namespace tradepost::api
