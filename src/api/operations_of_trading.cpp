#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

using enum ParameterPlace;

constexpr std::string_view transaction_id =
    "The transaction's `platformTransactionId`, in either case. What is no UUID is 404.";

const Parameter filter_type =
    parts::filter("filter[type]", R"({"$ref":"#/components/schemas/DocumentType"})",
                  "Documents of this type alone. The brackets may come percent-encoded.");

const Content incoming_page = {"IncomingPage", R"({
  "items": [{
    "platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44",
    "type": "ORDER",
    "replacesPlatformTransactionId": null,
    "replacedByPlatformTransactionId": null,
    "isLatestVersion": true,
    "sender": {"id": "0192e4a0-1111-7cc0-8a2b-5d8f3a1e9c44", "name": "Kundenmarkt GmbH"},
    "flow": "LIVE",
    "createdAt": "2026-03-02T09:14:03.271Z",
    "content": {
      "header": {
        "buyer": {"identifiers": [{"domain": "GS1", "identifier": "9521002000009"}]},
        "supplier": {"identifiers": [{"domain": "GS1", "identifier": "9521001000000"}]},
        "orderIdentifier": "4500871234",
        "orderDate": "2026-03-02"
      },
      "items": [{"lineNumber": 10, "quantity": 40.00, "unitOfMeasure": "CS"}]
    }
  }],
  "hasMore": true,
  "perPage": 1,
  "count": 1,
  "nextCursor": "AbCdEf0123456789",
  "nextPageUrl": "{base_url}/v2/transactions?per_page=1&cursor=AbCdEf0123456789"
})"};

Operation list_incoming() {
  return {
      .method = "GET",
      .path = "/v2/transactions",
      .id = "listIncomingTransactions",
      .group = "Trading",
      .summary = "List what waits to be processed",
      .description =
          R"(What was sent to the caller and not reported on, oldest first, a page at a time.

Walk: ask without a cursor; while `hasMore` is true, ask again with `cursor` set to `nextCursor`, or
follow `nextPageUrl` as it stands. Within one walk nothing that waits is left out and nothing is
shown twice; what arrives meanwhile comes at its end. A page may have fewer than `per_page`: it ends
early at 8 MiB of content, and at 32 KiB while the exchange has no memory for more.

Reading changes nothing: until it is reported on, a transaction is listed again.

A client that wants documents as they come asks with `Prefer: wait=60`: where the first page would
be empty, the answer waits until something arrives, or the time is up. HEAD and later pages never wait.)",
      .parameters = {filter_type,
                     parts::cursor(),
                     parts::per_page(),
                     {header, "Prefer", R"({"type":"string","example":"wait=60"})",
                      "`wait=N`: an empty first page waits up to N seconds, at most 60, for the "
                      "first document (RFC 7240)."}},
      .replies = {
          {200, "A page, perhaps an empty one.", incoming_page, {"Preference-Applied"}},
          parts::bad_query(),
          {429,
           "Ten requests of this token are waiting already.",
           Content{"Error", R"({
  "code": "too_many_requests",
  "message": "Too many requests of this token are waiting already."
})"},
           {"Retry-After"}},
      }};
}

const Content document = {"Document", R"({
  "type": "ORDER",
  "content": {
    "header": {
      "buyer": {"identifiers": [{"domain": "GS1", "identifier": "9521002000009"}]},
      "supplier": {"identifiers": [{"domain": "GS1", "identifier": "9521001000000"}]},
      "orderIdentifier": "4500871234",
      "orderDate": "2026-03-02"
    },
    "items": [{"lineNumber": 10, "quantity": 40.00, "unitOfMeasure": "CS"}]
  }
})"};

const Content document_faults = {"Faults", R"({
  "code": "invalid",
  "message": "The document has one fault.",
  "errors": {"content.header.orderDate": ["Header: order date \"2023-02-30\" is no date; write 2026-03-31."]},
  "faults": [{
    "code": "order.header.orderDate.not_a_datetime",
    "path": "content.header.orderDate",
    "message": "Header: order date \"2023-02-30\" is no date; write 2026-03-31."
  }],
  "faultCount": 1,
  "errorUrl": "{base_url}/v2/errors/0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44"
})"};

Operation send_document() {
  return {
      .method = "POST",
      .path = "/v2/transactions",
      .id = "sendDocument",
      .group = "Trading",
      .summary = "Send a document",
      .description =
          R"(Who sends and who receives stands in the document's header: its parties and their identifiers. The
recipient's participant is found by them, once, at sending.

**201** means: on disk, and in the recipient's queue. **202** means: on disk, and delivered as soon as
the recipient accepts the sender as a partner.

**To repeat is safe.** Where no answer came, or a 5xx, send the same again: a document that was kept
is refused with the code `duplicate` and the first one's id. With an `Idempotency-Key` the first
answer itself comes again.

**A document with the number of an older one** and other content is a new version of it: the older one
leaves the recipient's list.

**Warnings** come with the id, if there are any: what is odd in the document, a wrong check digit for
example, and keeps it from nobody. Correct your master data.

All faults are told at once. A document that is refused with 422 is a case as well, which
`errorUrl` leads to; 60 of them a minute, beyond that there is no `errorUrl`.)",
      .parameters = {parts::idempotency_key()},
      .body = document,
      .replies = {
          {201, "Kept and delivered.",
           Content{"Sent", R"({"platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44"})"}},
          {202, "Kept, and delivered when the recipient accepts the sender.", Content{"Held", R"({
  "message": "The document is kept, and is delivered when the recipient accepts you as a partner.",
  "platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44"
})"}},
          {400,
           "The body is no JSON that can be read (`unreadable`); or the payload was received "
           "already "
           "(`duplicate`): then the first one's id is there.",
           Content{"SendRefusal", R"({
  "code": "duplicate",
  "message": "Payload already received",
  "platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44"
})"}},
          {403, "The recipient takes no documents from the sender."},
          parts::key_in_use(),
          {422,
           "The document has faults, or the recipient can't be found, or demands more; or the "
           "Idempotency-Key was used with another payload.",
           Content{"SendFaults", document_faults.example}},
          parts::keys_full(),
      }};
}

Operation validate_document() {
  return {
      .method = "POST",
      .path = "/v2/transactions/validate",
      .id = "validateDocument",
      .group = "Trading",
      .summary = "Try a document without sending it",
      .description =
          R"(Exactly the rules of sending, all of them, and nothing is kept: no document, and no case. What sending
would refuse with 400 as a duplicate, or with 403, is a fault here. It is judged as it would be
without an Idempotency-Key.)",
      .body = document,
      .replies = {{200, "What sending would say.", Content{"Validation", R"({
  "valid": false,
  "faults": [{
    "code": "order.header.orderDate.not_a_datetime",
    "path": "content.header.orderDate",
    "message": "Header: order date \"2023-02-30\" is no date; write 2026-03-31."
  }],
  "faultCount": 1,
  "warnings": [],
  "recipient": {"id": "0192e4a0-3333-7cc0-8a2b-5d8f3a1e9c44", "name": "Lieferwerk AG"}
})"}}}};
}

constexpr std::string_view report_description =
    R"(The recipient's word on one transaction: `success` true, it was processed; false, it was not, and
then `reason` should say why, for it is what the sender reads. A failure opens a case, which `errorUrl`
leads to. Either way the transaction is listed no more, and the sender is told.

The same verdict again changes nothing and is 200. A failure may be mended by a later success; a
success can't be taken back. Only who has the transaction in its queue may report on it; any other
id is 404.)";

std::vector<Reply> report_replies() {
  return {
      {200, "Kept.", Content{"Reported", R"({
  "data": {
    "message": "Marked as failed; the sender is told.",
    "errorUrl": "{base_url}/v2/errors/0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44"
  }
})"}},
      {404, "The caller has no such transaction in its queue."},
      {409, "It was reported as processed before; that can't be taken back.", Content{"Error", R"({
  "code": "conflict",
  "message": "The transaction was reported as processed already; that can't be taken back."
})"}},
      {422, "The report can't be taken as it stands.", Content{"Faults", R"({
  "code": "invalid",
  "message": "The report can't be taken as it stands.",
  "errors": {"success": ["success is missing: true or false must be said."]},
  "faults": [{
    "code": "report.success.missing",
    "path": "success",
    "message": "success is missing: true or false must be said."
  }],
  "faultCount": 1
})"}},
  };
}

const Content report = {
    "Report", R"({"success": false, "reason": "The GTIN of line 10 is not known here."})"};

Operation report_with_post() {
  return {.method = "POST",
          .path = "/v2/transactions/{id}",
          .id = "reportOnTransaction",
          .group = "Trading",
          .summary = "Report on one transaction",
          .description = report_description,
          .parameters = {parts::id(transaction_id)},
          .body = report,
          .replies = report_replies()};
}

Operation report_with_put() {
  return {.method = "PUT",
          .path = "/v2/transactions/{id}",
          .id = "putReportOnTransaction",
          .group = "Trading",
          .summary = "Report on one transaction, by PUT",
          .description = "The same as POST, for clients that mark with PUT.",
          .parameters = {parts::id(transaction_id)},
          .body = report,
          .replies = report_replies()};
}

Operation report_many() {
  return {
      .method = "POST",
      .path = "/v2/transactions/bulk/mark-processed",
      .id = "reportOnTransactions",
      .group = "Trading",
      .summary = "Report on many transactions",
      .description =
          R"(Up to 1,000 reports, successes and failures mixed; all are kept, or none. The answers come in the
order of the request. The bare list, without `items` around it, is understood too.

Where some can't be kept, 422 names each of them in `items`, with its place in the request and one
of three codes: `unknown` (no such transaction in the caller's queue), `conflict` (it was reported as
processed before), `malformed`. Leave those out and send the rest. Already reported the same way, superseded
meanwhile, or named twice with one verdict is nothing bad, so the whole may be sent again.)",
      .body = Content{"ReportList", R"({
  "items": [
    {"platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44", "success": true},
    {
      "platformTransactionId": "0192e4a0-7a52-7cc0-8a2b-5d8f3a1e9c45",
      "success": false,
      "reason": "The GTIN of line 10 is not known here."
    }
  ]
})"},
      .replies = {
          {200, "All are kept.", Content{"ReportedList", R"({
  "data": [
    {
      "platformTransactionId": "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44",
      "message": "Marked as processed."
    },
    {
      "platformTransactionId": "0192e4a0-7a52-7cc0-8a2b-5d8f3a1e9c45",
      "message": "Marked as failed; the sender is told.",
      "errorUrl": "{base_url}/v2/errors/0192e4a0-2222-7cc0-8a2b-5d8f3a1e9c44"
    }
  ]
})"}},
          {422, "Some can't be kept, so none is.", Content{"BadReports", R"({
  "code": "invalid",
  "message": "Nothing was kept: 1 of the items can't be.",
  "errors": {
    "items.1.platformTransactionId": ["There is no such transaction for you to report on."]
  },
  "faults": [{
    "code": "report.item.unknown",
    "path": "items.1.platformTransactionId",
    "message": "There is no such transaction for you to report on."
  }],
  "faultCount": 1,
  "items": [{
    "index": 1,
    "platformTransactionId": "0192e4a0-7a52-7cc0-8a2b-5d8f3a1e9c45",
    "code": "unknown"
  }]
})"}},
      }};
}

}  // namespace

std::vector<Operation> trading_operations() {
  return {list_incoming(),    send_document(),   validate_document(),
          report_with_post(), report_with_put(), report_many()};
}

}  // namespace tradepost::api
