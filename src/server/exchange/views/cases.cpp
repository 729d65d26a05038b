#include "exchange/views/cases.hpp"

#include <algorithm>

#include "base/ground/case_limits.hpp"
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

// Returns the query for the newest cases of the list, or for those after the cursor.
CaseQuery query_of(const CasesRequest& request, const CaseViewer& viewer) {
  CaseQuery query;
  query.viewer = viewer;
  query.status = request.filter.status;
  // One case more shows whether another page follows.
  query.count_max =
      is_of_place(request.filter) ? request.count_max + 1 : base::limits::cases_at_once_max;
  if (request.cursor) {
    query.before =
        CasePlace{.opened = base::instant_of(static_cast<std::int64_t>(request.cursor->position)),
                  .id = CaseId(request.cursor->id)};
  } else if (request.filter.opened_before) {
    query.before = CasePlace{.opened = *request.filter.opened_before, .id = {}};
  }
  return query;
}

struct Taken {
  bool is_full = false;           // one more case matches
  bool is_end = false;            // no later case matches
  std::optional<CasePlace> last;  // the last case before the next page
};

// Appends the cases that match, up to the requested number.
Taken take_matching(const CasePage& page, const CasesRequest& request, const CaseQuery& query,
                    std::vector<CasePtr>& items) {
  Taken taken;
  taken.last = query.before;
  for (const CasePtr& one : page.cases) {
    taken.is_end = request.filter.opened_from && one->opened < *request.filter.opened_from;
    if (taken.is_end) return taken;
    if (matches(*one, query.viewer, request.filter)) {
      taken.is_full = items.size() == request.count_max;
      if (taken.is_full) return taken;
      items.push_back(one);
    }
    taken.last = {.opened = one->opened, .id = one->id};
  }
  taken.is_end = !page.more;
  return taken;
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
  Cursor cursor =
      cursor_of(desk, request.caller, Cursor::List::cases, filter_number_of(request.filter));
  if (request.cursor && !is_for(*request.cursor, cursor)) co_return CasesAnswer(BadCursor{});
  request.count_max = std::min(request.count_max, base::limits::page_items_max);
  CaseQuery query = query_of(request, viewer);
  CasesPage answer;
  for (std::uint32_t examined = 0;;) {
    CO_TRY_ASSIGN(const CasePage page, co_await desk.store.cases(query, deadline));
    const Taken taken = take_matching(page, request, query, answer.items);
    examined += static_cast<std::uint32_t>(page.cases.size());
    if (taken.is_end) co_return CasesAnswer(std::move(answer));
    query.before = taken.last;
    if (taken.is_full || examined >= base::limits::cases_examined_max) break;
  }
  cursor.position = static_cast<std::uint64_t>(base::epoch_ms(query.before->opened));
  cursor.id = query.before->id.uuid();
  answer.next = cursor;
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
