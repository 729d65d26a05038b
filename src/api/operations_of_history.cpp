#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

constexpr std::string_view id_words =
    "The transaction's `platformTransactionId`, in either case. What is no UUID is 404.";

constexpr std::string_view no_such_transaction = "The caller has nothing to do with such a one.";

Operation list_all() {
  return {
      .method = "GET",
      .path = "/v2/all-transactions",
      .id = "listAllTransactions",
      .group = "History",
      .summary = "List everything sent and received",
      .description =
          R"(All that the caller sent, transmitted for somebody, or received, newest first, whatever became of it.
For a customer that is what was delivered to it; for a supplier also what is still held.

It is for looking things up: to import documents, list what waits with `GET /v2/transactions`.)",
      .parameters = parts::history_filters(),
      .replies = {{200, "A page, perhaps an empty one.", Content{"TransactionPage", R"({
  "items": [],
  "hasMore": false,
  "perPage": 25,
  "count": 0,
  "nextCursor": null,
  "nextPageUrl": null
})"}},
                  parts::bad_query()}};
}

Operation show_one() {
  return {.method = "GET",
          .path = "/v2/all-transactions/{id}",
          .id = "getTransaction",
          .group = "History",
          .summary = "Look at one transaction",
          .description =
              "With its status, the recipient's report once there is one, and what is "
              "odd in the document.",
          .parameters = {parts::id(id_words)},
          .replies = {{200, "There it is.", Content{"TransactionAnswer", R"({
  "data": {
    "platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44",
    "type": "ORDER",
    "replacesPlatformTransactionId": null,
    "replacedByPlatformTransactionId": null,
    "isLatestVersion": true,
    "sender": {"id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "name": "Kundenmarkt GmbH"},
    "flow": "LIVE",
    "createdAt": "2026-03-02T09:14:03.271Z",
    "status": "FAILED",
    "direction": "sent",
    "recipient": {"id": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44", "name": "Lieferwerk AG"},
    "held": false,
    "warnings": [],
    "report": {
      "success": false,
      "reason": "The GTIN of line 10 is not known here.",
      "type": "DATA",
      "context": {},
      "at": "2026-03-02T09:20:41.006Z",
      "by": {"id": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44", "name": "Lieferwerk AG"}
    },
    "content": {
      "header": {
        "buyer": {"identifiers": [{"domain": "GS1", "identifier": "9521002000009"}]},
        "supplier": {"identifiers": [{"domain": "GS1", "identifier": "9521001000000"}]},
        "orderIdentifier": "4500871234",
        "orderDate": "2026-03-02"
      },
      "items": [{"lineNumber": 10, "quantity": 40.00, "unitOfMeasure": "CS"}]
    }
  }
})"}},
                      {404, no_such_transaction}}};
}

Operation list_events() {
  return {.method = "GET",
          .path = "/v2/all-transactions/{id}/events",
          .id = "listEventsOfTransaction",
          .group = "History",
          .summary = "List what happened to a transaction",
          .description =
              "In the order in which it happened, a page at a time. A recipient is told "
              "nothing of the time before it was delivered.",
          .parameters = {parts::id(id_words), parts::cursor(), parts::per_page()},
          .replies = {{200, "A page.", Content{"EventPage", R"({
  "items": [{
    "at": "2026-03-02T09:14:03.271Z",
    "type": "received",
    "by": {"id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "name": "Kundenmarkt GmbH"},
    "detail": "supplier: GS1 9521001000000"
  }],
  "hasMore": false,
  "perPage": 25,
  "count": 1,
  "nextCursor": null,
  "nextPageUrl": null
})"}},
                      {404, no_such_transaction},
                      parts::bad_query()}};
}

const Content page = {.schema = "", .example = "", .media = "text/html"};

Operation show_case() {
  return {
      .method = "GET",
      .path = "/v2/errors/{id}",
      .id = "getCase",
      .group = "Cases",
      .summary = "Look at a case",
      .description =
          R"(What `errorUrl` leads to. As it stands the link needs no token: it is signed, good for 30 days, and
shows a plain page that can only be read. With a token, and no matter whether the link's seal is
there, the case comes as JSON.)",
      .parameters = {parts::id("The case's id."),
                     {ParameterPlace::query, "link", R"({"type":"string"})",
                      "The link's seal. It counts where no token is given."}},
      .replies =
          {{200,
            "The case, for programs with a token, or a page for people by the link.",
            Content{"CaseAnswer", R"({
  "data": {
    "id": "0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44",
    "revision": 1,
    "status": "open",
    "turn": "sender",
    "type": "DATA",
    "origin": "failure",
    "reason": "The GTIN of line 10 is not known here.",
    "context": {},
    "transaction": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44",
    "transactionType": "ORDER",
    "transactionIdentifier": "4500871234",
    "participants": [
      {"id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "name": "Kundenmarkt GmbH"},
      {"id": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44", "name": "Lieferwerk AG"}
    ],
    "flow": "LIVE",
    "openedAt": "2026-03-02T09:20:41.006Z",
    "changedAt": "2026-03-02T09:20:41.006Z",
    "count": 1,
    "comments": []
  }
})"},
            {"Cache-Control"},
            page},
           {401,
            "There is neither a link's seal nor a token, or the token is unknown, has "
            "expired or was revoked.",
            Content{"Error", R"({
  "code": "unauthorized",
  "message": "A bearer token is needed: Authorization: Bearer <API_TOKEN>."
})"},
            {"WWW-Authenticate"}},
           {403,
            "The token lacks the scope `read`; or the link's 30 days are over.",
            Content{"Error", R"({
  "code": "forbidden",
  "message": "The token may not do this: it has no scope read."
})"},
            {"WWW-Authenticate", "Cache-Control"},
            page},
           {404,
            "The caller takes part in no such case; or the link is none of ours.",
            Content{"Error", R"({
  "code": "not_found",
  "message": "There is nothing here that you may see."
})"},
            {"Cache-Control"},
            page},
           {406, "There is a token, and the Accept header excludes application/json.",
            Content{"Error", R"({
  "code": "not_acceptable",
  "message": "Answers are application/json, which your Accept header excludes."
})"}},
           {500, "Something of ours is broken.", Content{"Error", ""}, {"Cache-Control"}, page},
           {503, "It can't be read now.", Content{"Error", ""}, {"Cache-Control"}, page}},
      .scope_or_link = "read"};
}

}  // namespace

std::vector<Operation> history_operations() {
  return {list_all(), show_one(), list_events(), show_case()};
}

}  // namespace tradepost::api
