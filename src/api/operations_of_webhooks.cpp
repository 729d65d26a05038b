#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

constexpr std::string_view group = "Webhooks";
constexpr std::string_view id_of_webhook = "The webhook's id. What is no UUID is 404.";
constexpr std::string_view unknown = "The caller has no such webhook in this flow.";

Operation add_webhook() {
  return {
      .method = "POST",
      .path = "/v2/profile/webhooks",
      .id = "addWebhook",
      .group = group,
      .summary = "Add a webhook",
      .description =
          R"(The exchange calls the URL with `POST` when something happens, from now on: in order, at least once,
and signed with the secret, which is told in this answer and never again. It belongs to the token's
flow; there may be 20 of them. Hosts are those that the operator allows.)",
      .body =
          Content{"WebhookRequest",
                  R"({"url": "https://erp.example.org/in", "events": ["transaction.pending"]})"},
      .replies = {{201, "It is called from now on.", Content{"NewWebhook", R"({
  "id": "0192e4a0-6666-7cc0-8a2b-5d8f3a1e9c44",
  "url": "https://erp.example.org/in",
  "events": ["transaction.pending"],
  "flow": "LIVE",
  "state": "active",
  "waiting": 0,
  "oldestWaitingAt": null,
  "failures": 0,
  "failingSince": null,
  "nextTryAt": null,
  "secret": "tp_hook_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
})"}},
                  parts::bad_body()}};
}

Operation list_webhooks() {
  return {.method = "GET",
          .path = "/v2/profile/webhooks",
          .id = "listWebhooks",
          .group = group,
          .summary = "List webhooks",
          .description = "Those of the token's flow, and how far they are; never their secrets.",
          .replies = {{200, "All of them.", Content{"WebhookList", ""}}}};
}

Operation change_webhook() {
  return {
      .method = "PUT",
      .path = "/v2/profile/webhooks/{id}",
      .id = "changeWebhook",
      .group = group,
      .summary = "Change a webhook, or begin it anew",
      .description =
          R"(What is left out stays as it is. What waits is tried at once, also where it had been given up: an empty
object does nothing but this.)",
      .parameters = {parts::id(id_of_webhook)},
      .body = Content{"WebhookChange", R"({"secret": "new"})"},
      .replies = {{200, "So it is called now.", Content{"WebhookChanged", ""}},
                  {404, unknown},
                  parts::bad_body()}};
}

Operation remove_webhook() {
  return {
      .method = "DELETE",
      .path = "/v2/profile/webhooks/{id}",
      .id = "removeWebhook",
      .group = group,
      .summary = "Remove a webhook",
      .description = "What it has not been told by now it never is.",
      .parameters = {parts::id(id_of_webhook)},
      .replies = {{200, "It is called no more.", Content{"WebhookRemoved", ""}}, {404, unknown}}};
}

Operation test_webhook() {
  return {.method = "POST",
          .path = "/v2/profile/webhooks/{id}/test",
          .id = "testWebhook",
          .group = group,
          .summary = "Call a webhook now",
          .description =
              "With an event `webhook.test`; the answer comes when the webhook has answered, or "
              "after 15 seconds.",
          .parameters = {parts::id(id_of_webhook)},
          .replies = {{200, "What came of it.", Content{"WebhookCallAnswer", R"({
  "data": {
    "at": "2026-03-02T09:14:03.271Z",
    "event": "0192e4a0-7777-7cc0-8a2b-5d8f3a1e9c44",
    "type": "webhook.test",
    "taken": false,
    "status": 404,
    "message": "It answered with 404.",
    "tookMs": 31
  }
})"}},
                      {404, unknown}}};
}

Operation list_deliveries() {
  return {.method = "GET",
          .path = "/v2/profile/webhooks/{id}/deliveries",
          .id = "listWebhookDeliveries",
          .group = group,
          .summary = "Look at the last calls of a webhook",
          .description = "The last 20 since the process began, and when the next one comes.",
          .parameters = {parts::id(id_of_webhook)},
          .replies = {{200, "There they are.", Content{"WebhookDeliveries", ""}}, {404, unknown}}};
}

}  // namespace

std::vector<Operation> webhook_operations() {
  return {add_webhook(),    list_webhooks(), change_webhook(),
          remove_webhook(), test_webhook(),  list_deliveries()};
}

std::vector<Operation> webhook_operations_of_operators() {
  return {
      {.method = "GET",
       .path = "/admin/webhooks",
       .id = "listWebhooksOfAll",
       .group = "Operation",
       .summary = "List everybody's webhooks",
       .description = "Of both flows, and how far they are.",
       .parameters = {parts::filter("filter[participant]", R"({"type":"string","format":"uuid"})",
                                    "Of this one alone."),
                      parts::cursor(), parts::per_page()},
       .replies = {{200, "A page, perhaps an empty one.", Content{"WebhookPage", ""}},
                   parts::bad_query()}}};
}

}  // namespace tradepost::api
