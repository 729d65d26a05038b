#include "api/operations.hpp"

#include <utility>

namespace tradepost::api {
namespace {

void add(std::vector<Operation>& all, std::vector<Operation> more) {
  for (Operation& operation : more) all.push_back(std::move(operation));
}

}  // namespace

std::vector<Operation> operations() {
  std::vector<Operation> all;
  add(all, trading_operations());
  add(all, history_operations());
  add(all, label_operations());
  add(all, case_operations());
  add(all, partner_operations());
  add(all, webhook_operations());
  add(all, administration_operations());
  add(all, operation_operations());
  add(all, case_operations_of_operators());
  add(all, webhook_operations_of_operators());
  add(all, service_operations());
  return all;
}

std::vector<Group> operation_groups() {
  return {
      {"Trading", "Documents: sent, pulled, reported on."},
      {"History", "What was sent and received, and what became of it."},
      {"Labels", "Labels of transport units, for printers."},
      {"Cases", "What went wrong, and what is done about it."},
      {"Partners", "Who may send to whom, and what a participant asks of those who send to it."},
      {"Webhooks", "How a participant is told what happens, instead of asking."},
      {"Administration", "For operators: who trades, with which tokens, with whom."},
      {"Operation", "For operators: what waits, what to do about it, and settings."},
      {"Service", "The exchange itself."},
  };
}

std::string_view interface_description() {
  return R"(
Trade documents between trade partners. A supplier receives orders; a customer receives shipping
notices, invoices and catalogues. Whoever receives pulls what waits for it, imports it, and reports
for each document whether that succeeded; the sender is told.

**The way of a document.** `POST /v2/transactions` sends one. `GET /v2/transactions` lists what
waits, oldest first. `POST /v2/transactions/{id}` reports on one, `POST
/v2/transactions/bulk/mark-processed` on many; what was reported on is listed no more.

**What is acknowledged** is kept: a 2xx is answered when the document, or the report, is on disk.
After a 4xx no document and no report was. After a 5xx, or no answer at all, the outcome is unknown,
and the same request may be repeated: a document that was kept is refused as a duplicate that names
the first one's id, and the same report a second time changes nothing.

**Tokens.** Each request carries one: `Authorization: Bearer <API_TOKEN>`. It belongs to a
participant and to one flow, LIVE or TEST, and sees nothing of the other. What the caller may not
see does not exist for it: 404, the same as for an id that nobody has.

**Errors.** Every body is JSON with `message`, for people, and `code`, for programs. 422 names all
faults at once: `errors` by path, `faults` as a list. A path that is not here is 404; another method
on one that is here is 405, and `Allow` has those it takes. HEAD is answered as GET is, without a
body.

**X-Request-Id** comes back as the request has it, or is made by the exchange; name it when you ask
about a request.

**Versions.** A document with the number of an older one and other content is its new version. The
older one is listed no more; `isLatestVersion` and the links between the two tell.

**Bytes.** `content` comes back byte for byte as it was sent; only insignificant white space may go,
and `transportLabel` is filled in. Numbers are decimals of up to 40 digits: read them with a reader
that keeps them. Fields that are not known are kept too, so expect some.)";
}

std::vector<HeaderWords> answer_headers() {
  return {
      {"X-Request-Id", R"({"type":"string","minLength":1,"maxLength":128,"pattern":"^[!-~]+$"})",
       "The request's own, or one that the exchange made; its log names it."},
      {"WWW-Authenticate", R"({"type":"string"})",
       "How to authenticate; with `error` where a token was given, and with the `scope` that it "
       "lacks."},
      {"Retry-After", R"({"type":"integer","minimum":0})", "Seconds to wait before a repeat."},
      {"Preference-Applied", R"({"type":"string","pattern":"^wait=[0-9]+$"})",
       "The wait that was granted, in seconds."},
      {"ETag", R"({"type":"string"})", "Changes when the text does; for `If-None-Match`."},
      {"Cache-Control", R"({"type":"string"})", "How long the answer may be kept."},
      {"Location", R"({"type":"string","format":"uri"})", "Where it goes on."},
      {"Content-Disposition", R"({"type":"string"})", "A name for the file."},
  };
}

Parameter request_id_parameter() {
  return {ParameterPlace::header, "X-Request-Id",
          R"({"type":"string","minLength":1,"maxLength":128,"pattern":"^[!-~]+$"})",
          "The caller's name for this request, which comes back. What is no such name is passed "
          "over."};
}

}  // namespace tradepost::api
