#include "api/routes.hpp"

#include <array>
#include <vector>

#include "api/accounts/account_export.hpp"
#include "api/accounts/me.hpp"
#include "api/accounts/sessions.hpp"
#include "api/accounts/sign_in_rules.hpp"
#include "api/administration/admin_routes.hpp"
#include "api/drafts/drafts.hpp"
#include "api/forms/content.hpp"
#include "api/forms/sending.hpp"
#include "api/handlers/console.hpp"
#include "api/handlers/handlers.hpp"
#include "api/handlers/health.hpp"
#include "api/handlers/openapi_answers.hpp"
#include "api/logged/logged_requests.hpp"
#include "api/numbers/number_ranges.hpp"
#include "api/overview/overview_handlers.hpp"
#include "api/people/links.hpp"
#include "api/people/managing.hpp"
#include "api/simulated/simulated_partners.hpp"
#include "api/waiting/notices.hpp"

namespace tradepost::api {
namespace {

using exchange::Scopes;

constexpr ForParticipants with_any_token(Answer (*handler)(LoopContext&, Call)) {
  return {.needs = {}, .handler = handler};
}
constexpr ForParticipants with_one_of(Scopes scopes, Answer (*handler)(LoopContext&, Call)) {
  return {.needs = scopes, .handler = handler};
}
constexpr ForParticipants with(Scopes::Scope scope, Answer (*handler)(LoopContext&, Call)) {
  return with_one_of(Scopes(scope), handler);
}

// A participant in a trade has one of the two scopes: send or report, depending on its side.
constexpr Scopes of_a_trader(Scopes::send | Scopes::report);
constexpr Scopes reading_settings(Scopes::read | Scopes::admin);

constexpr ForLinkHolders with_link_to_labels(Answer (*handler)(LoopContext&, Call)) {
  return {.needs = Scopes(Scopes::read), .to = LinkTo::labels, .handler = handler};
}

// A person has entered the password lately.
constexpr Route confirmed(std::string_view method, std::string_view path, Body body, Way way) {
  return {.method = method, .path = path, .body = body, .way = way, .trust = Trust::confirmed};
}

// The request log keeps refused bodies of these routes. They are documents and their answers.
constexpr Route of_documents(std::string_view method, std::string_view path, Way way,
                             Body body = Body::json) {
  return {.method = method, .path = path, .body = body, .way = way, .noted = Noted::with_body};
}

// The request log does not keep its own readers.
constexpr Route reading_log(std::string_view path, Way way) {
  return {.method = "GET", .path = path, .body = Body::none, .way = way, .noted = Noted::nothing};
}

constexpr ForAnybody for_anybody(Answer (*handler)(LoopContext&, OpenCall)) {
  return {.handler = handler};
}

constexpr std::array table = {
    Route{"GET", "/healthz", Body::none, ForAnybody{show_alive}, Comes::as_json, Links::none,
          Pace::free},
    Route{"GET", "/readyz", Body::none, ForAnybody{show_ready}, Comes::as_json, Links::none,
          Pace::free},
    Route{"GET", "/metrics", Body::none, ForOperators{show_metrics_to_operator}, Comes::as_it_is,
          Links::none},
    Route{"GET", "/v2/ping", Body::none, with_any_token(ping)},
    Route{"GET", "/v2/transactions", Body::none, with(Scopes::read, list_incoming), Comes::as_json,
          Links::some, Pace::bounded, Waits::for_a_document},
    of_documents("POST", "/v2/transactions", with(Scopes::send, send_document), Body::document),
    of_documents("POST", "/v2/transactions/validate", with(Scopes::send, validate_document)),
    of_documents("POST", "/v2/transactions/{id}", with(Scopes::report, report_one)),
    of_documents("PUT", "/v2/transactions/{id}", with(Scopes::report, report_one)),
    of_documents("POST", "/v2/transactions/bulk/mark-processed", with(Scopes::report, report_many)),
    Route{"GET", "/v2/all-transactions", Body::none, with(Scopes::read, list_history)},
    Route{"GET", "/v2/all-transactions/{id}", Body::none, with(Scopes::read, show_transaction)},
    Route{"GET", "/v2/all-transactions/{id}/content", Body::none, with(Scopes::read, show_content),
          Comes::as_it_is},
    Route{"GET", "/v2/all-transactions/{id}/content/losses", Body::none,
          with(Scopes::read, list_losses)},
    Route{"GET", "/v2/all-transactions/{id}/related", Body::none, with(Scopes::read, list_related)},
    of_documents("POST", "/v2/all-transactions/{id}/derive", with(Scopes::read, derive_document)),
    Route{"GET", "/v2/all-transactions/{id}/events", Body::none, with(Scopes::read, list_events)},
    Route{"POST", "/v2/all-transactions/{id}/requeue", Body::none,
          with_one_of(of_a_trader, requeue_document)},
    Route{"GET", "/v2/changes", Body::none, with(Scopes::read, wait_for_own_changes),
          Comes::as_it_is, Links::some, Pace::bounded, Waits::for_a_change},
    Route{"GET", "/v2/overview", Body::none, with(Scopes::read, show_own_overview)},
    Route{"GET", "/v2/statistics", Body::none, with(Scopes::read, show_own_statistics)},
    reading_log("/v2/requests", with(Scopes::read, list_requests)),
    reading_log("/v2/requests/{id}", with(Scopes::read, show_request)),
    Route{"GET", "/v2/labels/{id}.zpl", Body::none, with_link_to_labels(show_labels_as_zpl),
          Comes::as_it_is},
    Route{"GET", "/v2/labels/{id}.pdf", Body::none, with_link_to_labels(show_labels_as_pdf),
          Comes::as_it_is},
    Route{"GET", "/v2/labels/{id}/{unit}.zpl", Body::none, with_link_to_labels(show_label_as_zpl),
          Comes::as_it_is},
    Route{"GET", "/v2/labels/{id}/{unit}.pdf", Body::none, with_link_to_labels(show_label_as_pdf),
          Comes::as_it_is},
    Route{"GET", "/v2/labels/{id}/{unit}.png", Body::none, with_link_to_labels(show_label_as_png),
          Comes::as_it_is},
    Route{"GET", "/v2/errors", Body::none, with(Scopes::read, list_cases)},
    of_documents("POST", "/v2/errors", with(Scopes::send, post_case)),
    Route{.method = "GET",
          .path = "/v2/errors/{id}",
          .body = Body::none,
          .way = for_anybody(show_case),
          .noted = Noted::head},
    of_documents("PATCH", "/v2/errors/{id}", with_one_of(of_a_trader, patch_case)),
    Route{"GET", "/v2/trade-partners", Body::none,
          with_one_of(reading_settings, list_trade_partners)},
    Route{"PUT", "/v2/trade-partners/{id}", Body::json, with(Scopes::admin, put_trade_partner)},
    Route{"GET", "/v2/profile", Body::none, with_one_of(reading_settings, show_profile)},
    Route{"PUT", "/v2/profile", Body::json, with(Scopes::admin, put_profile)},
    confirmed("POST", "/v2/profile/tokens", Body::json, with(Scopes::admin, post_own_token)),
    Route{"GET", "/v2/profile/tokens", Body::none, with(Scopes::admin, list_own_tokens)},
    confirmed("DELETE", "/v2/profile/tokens/{id}", Body::none,
              with(Scopes::admin, delete_own_token)),
    confirmed("POST", "/v2/profile/webhooks", Body::json, with(Scopes::admin, post_webhook)),
    Route{"GET", "/v2/profile/webhooks", Body::none, with_one_of(reading_settings, list_webhooks)},
    confirmed("PUT", "/v2/profile/webhooks/{id}", Body::json, with(Scopes::admin, put_webhook)),
    confirmed("DELETE", "/v2/profile/webhooks/{id}", Body::none,
              with(Scopes::admin, delete_webhook)),
    Route{"POST", "/v2/profile/webhooks/{id}/redeliver", Body::none,
          with(Scopes::admin, redeliver_events)},
    Route{"POST", "/v2/profile/webhooks/{id}/test", Body::none, with(Scopes::admin, test_webhook)},
    Route{"GET", "/v2/profile/webhooks/{id}/deliveries", Body::none,
          with_one_of(reading_settings, list_webhook_calls)},
    Route{"POST", "/v2/profile/webhooks/{id}/deliveries/{delivery}/replay", Body::none,
          with(Scopes::admin, replay_event)},
    Route{"GET", "/v2/drafts", Body::none, with(Scopes::read, list_drafts)},
    Route{"POST", "/v2/drafts", Body::json, with(Scopes::send, post_draft)},
    Route{"GET", "/v2/drafts/{id}", Body::none, with(Scopes::read, show_draft)},
    Route{"PUT", "/v2/drafts/{id}", Body::json, with(Scopes::send, put_draft)},
    Route{"DELETE", "/v2/drafts/{id}", Body::none, with(Scopes::send, delete_draft)},
    Route{"GET", "/v2/profile/number-ranges", Body::none,
          with_one_of(reading_settings, list_number_ranges)},
    Route{"PUT", "/v2/profile/number-ranges/{kind}", Body::json,
          with(Scopes::admin, put_number_range)},
    Route{"DELETE", "/v2/profile/number-ranges/{kind}", Body::none,
          with(Scopes::admin, delete_number_range)},
    Route{"POST", "/v2/profile/number-ranges/{kind}/numbers", Body::none,
          with(Scopes::send, take_number)},
    Route{"GET", "/v2/profile/simulated-partners", Body::none,
          with(Scopes::admin, list_simulated_partners)},
    Route{"PUT", "/v2/profile/simulated-partners/{role}", Body::json,
          with(Scopes::admin, put_simulated_partner)},
    Route{"DELETE", "/v2/profile/simulated-partners/{role}", Body::none,
          with(Scopes::admin, delete_simulated_partner)},
    Route{"GET", "/", Body::none, for_anybody(lead_to_console)},
    Route{"GET", "/console", Body::none, for_anybody(show_console)},
    Route{"GET", "/console/{page}", Body::none, for_anybody(show_console)},
    Route{"GET", "/console/{page}/{id}", Body::none, for_anybody(show_console)},
    Route{"GET", "/console/assets/{file}", Body::none, for_anybody(show_file_of_console)},
    Route{"POST", "/v2/session", Body::none, for_anybody(begin_session)},
    Route{"GET", "/v2/session", Body::none, for_anybody(show_session)},
    Route{"DELETE", "/v2/session", Body::none, for_anybody(end_session)},
    Route{"POST", "/v2/session/switch", Body::json, ForPeople{switch_place}},
    Route{"GET", "/v2/me", Body::none, ForPeople{show_me}},
    Route{"PATCH", "/v2/me", Body::json, ForPeople{patch_me}},
    Route{"GET", "/v2/me/export", Body::none, ForPeople{export_me}},
    Route{"GET", "/v2/me/subscriptions", Body::none, ForPeople{show_subscriptions}},
    Route{"PUT", "/v2/me/subscriptions", Body::json, ForPeople{put_subscriptions}},
    Route{"GET", "/v2/notices", Body::none, with(Scopes::read, list_notices)},
    Route{"GET", "/v2/unsubscribe/{link}", Body::none, for_anybody(lead_to_unsubscribe),
          Comes::as_it_is},
    Route{"POST", "/v2/unsubscribe/{link}", Body::none, for_anybody(unsubscribe)},
    Route{"GET", "/v2/me/sessions", Body::none, ForPeople{list_own_sessions}},
    Route{"DELETE", "/v2/me/sessions", Body::none, ForPeople{end_own_sessions}},
    Route{"DELETE", "/v2/me/sessions/{id}", Body::none, ForPeople{end_own_session}},
    confirmed("POST", "/v2/me/second-factor", Body::none, ForPeople{propose_second_factor}),
    confirmed("PUT", "/v2/me/second-factor", Body::json, ForPeople{begin_second_factor}),
    confirmed("DELETE", "/v2/me/second-factor", Body::none, ForPeople{end_second_factor}),
    Route{"PUT", "/v2/me/confirmation", Body::json, ForPeople{confirm_me}},
    Route{"PUT", "/v2/me/password", Body::json, ForPeople{put_own_password}},
    Route{"GET", "/v2/sign-in", Body::none, for_anybody(show_ways_to_sign_in)},
    Route{"POST", "/v2/password-resets", Body::json, for_anybody(reset_own_password)},
    Route{"POST", "/v2/sign-in", Body::json, for_anybody(sign_in)},
    Route{"POST", "/v2/sign-in/provider", Body::json, for_anybody(begin_at_provider)},
    Route{"GET", "/v2/sign-in/provider/callback", Body::none, for_anybody(finish_at_provider),
          Comes::as_it_is},
    Route{"POST", "/v2/links/look", Body::json, for_anybody(look_at_link)},
    Route{"POST", "/v2/links/use", Body::json, for_anybody(use_link)},
    confirmed("POST", "/v2/invitations", Body::json, with(Scopes::admin, invite_person)),
    Route{"GET", "/v2/people", Body::none, with(Scopes::admin, list_people)},
    Route{"GET", "/v2/sign-in-rules", Body::none, with(Scopes::admin, show_sign_in_rules)},
    confirmed("PUT", "/v2/sign-in-rules", Body::json, with(Scopes::admin, put_sign_in_rules)),
    confirmed("POST", "/v2/people/{id}/reset", Body::none, with(Scopes::admin, reset_person)),
    confirmed("DELETE", "/v2/people/{id}/second-factor", Body::none,
              with(Scopes::admin, remove_second_factor)),
    confirmed("PATCH", "/v2/people/{id}", Body::json, with(Scopes::admin, patch_person)),
    confirmed("DELETE", "/v2/people/{id}", Body::none, with(Scopes::admin, remove_person)),
    Route{"GET", "/openapi.json", Body::none, for_anybody(show_openapi)},
    Route{"GET", "/docs", Body::none, for_anybody(show_docs)},
    Route{"GET", "/docs/api", Body::none, for_anybody(show_reference)},
    Route{"GET", "/docs/errors", Body::none, for_anybody(show_errors)},
    Route{"GET", "/docs/{file}", Body::none, for_anybody(show_file_of_docs)},
    Route{"GET", "/docs/{section}/{page}", Body::none, for_anybody(show_page_of_docs)},
    Route{"GET", "/docs/{section}/{folder}/{page}", Body::none, for_anybody(show_page_of_folder)},
};

std::vector<Route> with_those_of_operators() {
  std::vector<Route> all(table.begin(), table.end());
  const auto of_operators = admin_routes();
  all.insert(all.end(), of_operators.begin(), of_operators.end());
  return all;
}

}  // namespace

std::span<const Route> routes() {
  static const std::vector<Route> all = with_those_of_operators();
  return all;
}

}  // namespace tradepost::api
