#include "exchange/views/cases.hpp"

#include <algorithm>

#include "base/ground/limits.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/views/viewing.hpp"

namespace tradepost::exchange {
namespace {

// Covers the whole request, so that another request with the same key differs from a retry.
Digest payload_of(const ErrorRequest& request) {
  base::Sha256 sha256;
  const auto add = [&](std::string_view text) {
    sha256.update(std::to_string(text.size())).update(":").update(text);
  };
  add(request.reason);
  add(request.type == ErrorType::data ? "DATA" : "INTERNAL");
  add(request.transaction_identifier);
  add(request.kind ? std::to_string(static_cast<unsigned>(*request.kind)) : std::string());
  for (const auto& [name, value] : request.context) {
    add(name);
    add(value);
  }
  return sha256.finish();
}

OpenPosted opening_of(Desk& desk, ErrorRequest request) {
  OpenPosted opening;
  if (request.key) {
    opening.key = KeyUse{.participant = request.caller.participant,
                         .flow = request.caller.flow,
                         .path = KeyPath::post_error,
                         .key = *request.key,
                         .payload = payload_of(request)};
  }
  opening.id = CaseId(desk.ids.next());
  opening.reporter = request.caller.participant;
  opening.flow = request.caller.flow;
  opening.type = request.type;
  opening.reason = std::move(request.reason);
  opening.context = std::move(request.context);
  opening.transaction_identifier = std::move(request.transaction_identifier);
  opening.kind = request.kind;
  opening.rules = desk.rules;
  opening.person = request.caller.person;
  return opening;
}

}  // namespace

Answering<CaseOpeningAnswer> post_error(Desk& desk, ErrorRequest request, Deadline deadline) {
  auto answer = co_await desk.store.open_case(opening_of(desk, std::move(request)), deadline);
  co_return std::move(answer);
}

Answering<CasesAnswer> cases(Desk& desk, CasesRequest request, Deadline deadline) {
  const CaseViewer viewer = request.caller.viewer();
  auto answer = co_await cases_as(desk, viewer, std::move(request), deadline);
  co_return std::move(answer);
}

Answering<CasesAnswer> cases_as(Desk& desk, CaseViewer viewer, CasesRequest request,
                                Deadline deadline) {
  const auto status =
      request.status ? std::to_string(static_cast<unsigned>(*request.status)) : std::string();
  Cursor cursor = cursor_of(desk, request.caller, Cursor::List::cases, filter_number({status}));
  if (request.cursor && !is_for(*request.cursor, cursor)) co_return CasesAnswer(BadCursor{});
  CaseQuery query;
  query.viewer = viewer;
  query.status = request.status;
  query.count_max = std::min(request.count_max, base::limits::page_items_max);
  if (request.cursor) {
    query.before =
        CasePlace{.opened = base::instant_of(static_cast<std::int64_t>(request.cursor->position)),
                  .id = CaseId(request.cursor->id)};
  }
  CO_TRY_ASSIGN(CasePage page, co_await desk.store.cases(query, deadline));
  CasesPage answer{.items = std::move(page.cases), .next = {}};
  if (page.more) {
    cursor.position = static_cast<std::uint64_t>(base::epoch_ms(answer.items.back()->opened));
    cursor.id = answer.items.back()->id.uuid();
    answer.next = cursor;
  }
  co_return CasesAnswer(std::move(answer));
}

Answering<std::optional<FoundCase>> find_case(Desk& desk, Caller caller, CaseId id,
                                              Deadline deadline) {
  const CaseViewer viewer = caller.viewer();
  auto found = co_await desk.store.find_case(id, viewer, deadline);
  co_return std::move(found);
}

Answering<CaseChangeAnswer> change_case(Desk& desk, Caller caller, CaseRequest request,
                                        Deadline deadline) {
  CaseChange change{.id = request.id,
                    .revision = request.revision,
                    .by = caller.actor(),
                    .flow = caller.flow,
                    .comment = std::move(request.comment),
                    .status = request.status,
                    .turn = {}};
  auto answer = co_await desk.store.change_case(std::move(change), deadline);
  co_return std::move(answer);
}

}  // namespace tradepost::exchange
