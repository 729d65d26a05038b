#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

using enum ParameterPlace;

constexpr std::string_view group = "Operation";
constexpr std::string_view id_schema = R"({"type":"string","format":"uuid"})";
constexpr std::string_view id_of_transaction =
    "The transaction's `platformTransactionId`, in either case. What is no UUID is 404.";

Operation list_queues() {
  return {.method = "GET",
          .path = "/admin/queues",
          .id = "listQueues",
          .group = group,
          .summary = "List queues",
          .description =
              "Of each participant and flow that has anything in it: what waits, since "
              "when, and when it was last asked for.",
          .parameters = {parts::filter("filter[participant]", id_schema, "Of this one alone."),
                         parts::cursor(), parts::per_page()},
          .replies = {{200, "A page, perhaps an empty one.", Content{"QueuePage", ""}},
                      parts::bad_query()}};
}

Operation list_acts() {
  return {.method = "GET",
          .path = "/admin/events",
          .id = "listEvents",
          .group = group,
          .summary = "List who did what",
          .description =
              "Newest first: changes of participants, tokens, relationships, webhooks, ranges and "
              "settings, whoever made them, and what operators did to documents and cases.",
          .parameters = {parts::cursor(), parts::per_page()},
          .replies = {{200, "A page.", Content{"ActPage", ""}}, parts::bad_query()}};
}

Operation list_transactions() {
  return {.method = "GET",
          .path = "/admin/transactions",
          .id = "listTransactionsOfAll",
          .group = group,
          .summary = "List everybody's transactions",
          .description =
              "Newest first, of both flows and also what is held, with the fields and "
              "filters of `/v2/all-transactions`.",
          .parameters = parts::history_filters(),
          .replies = {{200, "A page, perhaps an empty one.", Content{"TransactionPage", ""}},
                      parts::bad_query()}};
}

Operation get_transaction() {
  return {.method = "GET",
          .path = "/admin/transactions/{id}",
          .id = "getAnyTransaction",
          .group = group,
          .summary = "Look at anybody's transaction",
          .description = "As its sender sees it.",
          .parameters = {parts::id(id_of_transaction)},
          .replies = {{200, "There it is.", Content{"TransactionAnswer", ""}},
                      {404, "There is no such transaction."}}};
}

Operation requeue() {
  return {.method = "POST",
          .path = "/admin/transactions/{id}/requeue",
          .id = "requeueTransaction",
          .group = group,
          .summary = "Send a document once more",
          .description =
              "Under a new id, as the newest version. The case is closed by it, with "
              "the reason as a comment.",
          .parameters = {parts::id(id_of_transaction)},
          .body = Content{"Reason", R"({"reason": "The address was mended."})"},
          .replies = {{201, "It goes out.", Content{"Requeued", R"({
  "platformTransactionId": "0192e4a0-7a53-7cc0-8a2b-5d8f3a1e9c46",
  "held": false
})"}},
                      {403, "The recipient takes no such documents from the sender."},
                      {404, "There is no such transaction."},
                      {409,
                       "It is not the latest version, or neither failed nor discarded; or its "
                       "content is gone; or as much is held as may be.",
                       Content{"Error", R"({
  "code": "conflict",
  "message": "Only the latest version can go out once more, and only if it failed or was discarded."
})"}},
                      parts::bad_body()}};
}

Operation discard() {
  return {.method = "POST",
          .path = "/admin/transactions/{id}/discard",
          .id = "discardTransaction",
          .group = group,
          .summary = "Take a document out of its queue",
          .description = "Both sides see the reason; the sender gets a case.",
          .parameters = {parts::id(id_of_transaction)},
          .body = Content{"Reason", R"({"reason": "It was sent twice by mistake."})"},
          .replies = {{200, "It waits no more.", Content{"Discarded", R"({
  "data": {
    "platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44",
    "status": "DROPPED"
  }
})"}},
                      {404, "There is no such transaction."},
                      {409, "It is neither pending nor held.", Content{"Error", R"({
  "code": "conflict",
  "message": "Only what is pending or held can be discarded."
})"}},
                      parts::bad_body()}};
}

Operation statistics() {
  return {
      .method = "GET",
      .path = "/admin/statistics",
      .id = "getStatistics",
      .group = group,
      .summary = "Count transactions by hour or day",
      .description = "Of all there are, or of what one participant sees.",
      .parameters = {{query, "from", R"({"type":"string","example":"2026-03-01"})",
                      "A date, or a date and time.", ParameterNeed::required},
                     {query, "to", R"({"type":"string","example":"2026-04-01"})",
                      "A date, or a date and time, behind `from`.", ParameterNeed::required},
                     {query, "step", R"({"type":"string","enum":["hour","day"],"default":"day"})",
                      "Hours of 31 days at most, or 400 days."},
                     {query, "flow", R"({"type":"string","enum":["LIVE","TEST"],"default":"LIVE"})",
                      "Which of the two networks."},
                     {query, "participant", id_schema, "Of what this one sees, by direction."}},
      .replies = {{200, "The counts, in the order of time.", Content{"Statistics", R"({
  "data": [
    {"begins": "2026-03-02T00:00:00.000Z", "type": "ORDER", "status": "SUCCESS", "count": 17}
  ]
})"}},
                  {422, "A parameter is missing or can't be read, or the span is too long.",
                   Content{"Faults", ""}}}};
}

Operation add_operator() {
  return {.method = "POST",
          .path = "/admin/operators",
          .id = "addOperator",
          .group = group,
          .summary = "Add an operator",
          .description = "The token is told in this answer, and never again.",
          .body = Content{"OperatorRequest", R"({"name": "Night shift"})"},
          .replies = {{201, "Added.", Content{"NewOperator", R"({
  "id": "0192e4a0-5555-7cc0-8a2b-5d8f3a1e9c44",
  "name": "Night shift",
  "createdAt": "2026-03-02T09:14:03.271Z",
  "token": "tp_op_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
})"}},
                      parts::bad_body()}};
}

Operation list_operators() {
  return {.method = "GET",
          .path = "/admin/operators",
          .id = "listOperators",
          .group = group,
          .summary = "List operators",
          .description = "Never their tokens.",
          .parameters = {parts::cursor(), parts::per_page()},
          .replies = {{200, "A page.", Content{"OperatorPage", ""}}, parts::bad_query()}};
}

Operation remove_operator() {
  return {.method = "DELETE",
          .path = "/admin/operators/{id}",
          .id = "removeOperator",
          .group = group,
          .summary = "Remove an operator",
          .description = "From the next request on its token is none.",
          .parameters = {parts::id("The operator's id. What is no UUID is 404.")},
          .replies = {{200, "Removed.", Content{"OperatorRemoved", ""}},
                      {404, "There is no such operator."},
                      {409, "It is the last one.", Content{"Error", R"({
  "code": "conflict",
  "message": "This is the last operator: nobody else could administer the exchange."
})"}}}};
}

Operation get_settings() {
  return {.method = "GET",
          .path = "/admin/settings",
          .id = "getSettings",
          .group = group,
          .summary = "Look at the settings",
          .description = "Those that are set here; those of the process are its configuration.",
          .replies = {{200, "There they are.", Content{"Settings", R"({
  "data": {
    "network": {"mode": "approved"},
    "retention": {"rules": []},
    "webhookTargets": {"targets": []}
  }
})"}}}};
}

struct SettingWords {
  std::string_view path;
  std::string_view id;
  std::string_view summary;
  std::string_view description;
};

Operation get_setting(SettingWords words, std::string_view answer) {
  return {.method = "GET",
          .path = words.path,
          .id = words.id,
          .group = group,
          .summary = words.summary,
          .description = words.description,
          .replies = {{200, "There it is.", Content{answer, ""}}}};
}

Operation put_setting(SettingWords words, Content body, std::string_view answer) {
  return {.method = "PUT",
          .path = words.path,
          .id = words.id,
          .group = group,
          .summary = words.summary,
          .description = words.description,
          .body = body,
          .replies = {{200, "So it holds.", Content{answer, ""}}, parts::bad_body()}};
}

Operation add_range() {
  return {.method = "POST",
          .path = "/admin/sscc-ranges",
          .id = "addSsccRange",
          .group = group,
          .summary = "Add numbers for transport units",
          .description =
              "Units that come without a number are given one of these when they are sent: of the "
              "sender's ranges, the oldest first, and where none has one left, of the network's "
              "own, which are those without a participant. No two ranges of a flow have a number "
              "in common. Of numbers that were given elsewhere before, a range begins behind the "
              "last.",
          .body = Content{"SsccRangeRequest", R"({
  "participant": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44",
  "prefix": "3952100",
  "first": 0,
  "end": 1000000
})"},
          .replies = {{201, "Added.", Content{"SsccRange", ""}}, parts::bad_body()}};
}

Operation list_ranges() {
  return {.method = "GET",
          .path = "/admin/sscc-ranges",
          .id = "listSsccRanges",
          .group = group,
          .summary = "List numbers for transport units",
          .description = "How many numbers are left of each range, and whether they are few.",
          .parameters = {parts::filter("filter[participant]", id_schema, "Of this one alone."),
                         parts::cursor(), parts::per_page()},
          .replies = {{200, "A page, perhaps an empty one.", Content{"SsccRangePage", ""}},
                      parts::bad_query()}};
}

}  // namespace

std::vector<Operation> operation_operations() {
  return {
      list_queues(),
      list_transactions(),
      get_transaction(),
      list_acts(),
      requeue(),
      discard(),
      statistics(),
      add_operator(),
      list_operators(),
      remove_operator(),
      get_settings(),
      put_setting({"/admin/network", "putNetworkSetting", "Say who may trade",
                   "Approved partners, or every two. Opening delivers what is held."},
                  {"NetworkSetting", R"({"mode": "open"})"}, "NetworkSettingAnswer"),
      get_setting({"/admin/retention", "getRetention", "Look at how long things are kept",
                   "Without a rule: for ever."},
                  "RetentionSettingAnswer"),
      put_setting({"/admin/retention", "putRetention", "Say how long things are kept",
                   "These rules replace all that were there."},
                  {"RetentionSetting",
                   R"({"rules": [{"kind": "ORDER", "contentDays": 400, "rowDays": 3650}]})"},
                  "RetentionSettingAnswer"),
      get_setting({"/admin/webhook-targets", "getWebhookTargets",
                   "Look at which hosts may be called", "Without an entry: none."},
                  "WebhookTargetsAnswer"),
      put_setting({"/admin/webhook-targets", "putWebhookTargets", "Say which hosts may be called",
                   "These names replace all that were there."},
                  {"WebhookTargets", R"({"targets": ["*.example.org"]})"}, "WebhookTargetsAnswer"),
      add_range(),
      list_ranges(),
  };
}

}  // namespace tradepost::api
