#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

using enum ParameterPlace;

constexpr std::string_view group = "Cases";
constexpr std::string_view no_such_case = "The caller takes part in no such case.";

const Parameter filter_status = parts::filter(
    "filter[status]", R"({"type":"string","enum":["open","resolved"]})", "Of this status alone.");

const Reply changed_meanwhile = {
    409,
    "The case was changed since the `revision` that the request names; or it has 1,000 comments.",
    Content{"CaseConflict", R"({
  "code": "conflict",
  "message": "The case was changed meanwhile; look at it again.",
  "revision": 3
})"}};

Reply bad_case() {
  return {422, "Something in the request can't be taken; nothing was changed.",
          Content{"Faults", R"({
  "code": "invalid",
  "message": "Nothing was changed: the request can't be taken as it stands.",
  "errors": {"": ["Say a comment, a status, or both."]},
  "faults": [{"code": "case.empty", "path": "", "message": "Say a comment, a status, or both."}],
  "faultCount": 1
})"}};
}

constexpr std::string_view case_of_a_failure = R"({
  "data": {
    "id": "0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44",
    "revision": 2,
    "status": "open",
    "turn": "recipient",
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
    "changedAt": "2026-03-02T10:02:13.540Z",
    "count": 1,
    "comments": [{
      "at": "2026-03-02T10:02:13.540Z",
      "by": {"id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "name": "Kundenmarkt GmbH"},
      "text": "It is the follower of 4012345000016."
    }]
  }
})";

Operation list_cases() {
  return {.method = "GET",
          .path = "/v2/errors",
          .id = "listCases",
          .group = group,
          .summary = "List cases",
          .description =
              "Those that the caller takes part in, the newest first; without their comments. "
              "`turn` says who is to act.",
          .parameters = {filter_status, parts::cursor(), parts::per_page()},
          .replies = {{200, "A page, perhaps an empty one.", Content{"CasePage", ""}},
                      parts::bad_query()}};
}

Operation post_case() {
  return {
      .method = "POST",
      .path = "/v2/errors",
      .id = "postError",
      .group = group,
      .summary = "Report an error",
      .description =
          R"(Something that went wrong with a document, and that is no report on a transaction: it becomes a case
of the caller's own, which nobody else but operators sees. `errorUrl` leads to it.

Texts that are too long are cut, and fields that are not known are passed over.)",
      .parameters = {parts::idempotency_key()},
      .body = Content{"ErrorReport", R"({
  "errorReason": "The price of line 10 is missing.",
  "errorType": "DATA",
  "errorContext": {"line": "10"},
  "transactionIdentifier": "4500871234",
  "transactionType": "ORDER"
})"},
      .replies = {
          {201, "Kept as a case.", Content{"ErrorKept", R"({
  "message": "The error is kept as a case.",
  "errorUrl": "{base_url}/v2/errors/0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44"
})"}},
          parts::key_in_use(),
          {422,
           "Something in it can't be taken; or the Idempotency-Key was used with another payload.",
           Content{"SendFaults", R"({
  "code": "invalid",
  "message": "Nothing was changed: the request can't be taken as it stands.",
  "errors": {"errorReason": ["errorReason is missing."]},
  "faults": [{
    "code": "error.errorReason.missing",
    "path": "errorReason",
    "message": "errorReason is missing."
  }],
  "faultCount": 1
})"}},
          parts::keys_full(),
      }};
}

Operation patch_case() {
  return {
      .method = "PATCH",
      .path = "/v2/errors/{id}",
      .id = "changeCase",
      .group = group,
      .summary = "Comment, resolve or reopen a case",
      .description =
          R"(All that is named is done at once. A comment of one side hands the turn to the other.

With `revision`, the one that was seen, the change is made only where nobody else has changed the
case since. A newer version, a requeue and a later success resolve a failure's case by themselves.)",
      .parameters = {parts::id("The case's id.")},
      .body = Content{"CaseChange",
                      R"({"comment": "It is the follower of 4012345000016.", "revision": 1})"},
      .replies = {{200, "The case as it stands now.", Content{"CaseAnswer", case_of_a_failure}},
                  {404, no_such_case},
                  changed_meanwhile,
                  bad_case()}};
}

Operation requeue() {
  return {
      .method = "POST",
      .path = "/v2/all-transactions/{id}/requeue",
      .id = "requeueOwnTransaction",
      .group = group,
      .summary = "Send a document once more",
      .description =
          R"(The content of one that failed, or that an operator discarded, goes out once more under a new id, as
the newest version. Who sent it may do that, with the scope `send`, and who has it in its queue, with
`report`. The case is resolved by it. The request has no body.)",
      .parameters = {parts::id("The transaction's `platformTransactionId`, in either case. What is "
                               "no UUID is 404."),
                     parts::idempotency_key()},
      .replies = {
          {201, "It goes out; `held` where the recipient still has to accept the sender.",
           Content{"Requeued", R"({
  "platformTransactionId": "0192e4a0-7a53-7cc0-8a2b-5d8f3a1e9c46",
  "held": false
})"}},
          {403, "The recipient takes no such documents from the sender."},
          {404, "The caller has nothing to do with such a one."},
          {409,
           "It is not the latest version, or neither failed nor discarded; or its content is gone; "
           "or as much is held as may be; or the first request with this Idempotency-Key is still "
           "under way, and then Retry-After says when to ask again.",
           Content{"Error", R"({
  "code": "conflict",
  "message": "Only the latest version can go out once more, and only if it failed or was discarded."
})"},
           {"Retry-After"}},
          {422, "The Idempotency-Key was used for another transaction.", Content{"Error", R"({
  "code": "invalid",
  "message": "The Idempotency-Key was used with another payload already."
})"}},
          parts::keys_full(),
      }};
}

Operation list_all_cases() {
  return {.method = "GET",
          .path = "/admin/cases",
          .id = "listCasesOfAll",
          .group = "Operation",
          .summary = "List everybody's cases",
          .description = "Of both flows, the newest first; without their comments.",
          .parameters = {filter_status, parts::cursor(), parts::per_page()},
          .replies = {{200, "A page, perhaps an empty one.", Content{"CasePage", ""}},
                      parts::bad_query()}};
}

Operation get_any_case() {
  return {.method = "GET",
          .path = "/admin/cases/{id}",
          .id = "getAnyCase",
          .group = "Operation",
          .summary = "Look at anybody's case",
          .description = "As those see it who take part in it.",
          .parameters = {parts::id("The case's id.")},
          .replies = {{200, "There it is.", Content{"CaseAnswer", ""}},
                      {404, "There is no such case."}}};
}

Operation patch_any_case() {
  return {.method = "PATCH",
          .path = "/admin/cases/{id}",
          .id = "changeAnyCase",
          .group = "Operation",
          .summary = "Comment, resolve or reopen a case, or say whose turn it is",
          .description = "Those who take part in it see the comment as an operator's.",
          .parameters = {parts::id("The case's id.")},
          .body = Content{"CaseChangeOfOperator",
                          R"({"comment": "We have asked the supplier.", "turn": "recipient"})"},
          .replies = {{200, "The case as it stands now.", Content{"CaseAnswer", ""}},
                      {404, "There is no such case."},
                      changed_meanwhile,
                      bad_case()}};
}

}  // namespace

std::vector<Operation> case_operations() {
  return {list_cases(), post_case(), patch_case(), requeue()};
}

std::vector<Operation> case_operations_of_operators() {
  return {list_all_cases(), get_any_case(), patch_any_case()};
}

}  // namespace tradepost::api
