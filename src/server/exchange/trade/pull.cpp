#include "exchange/trade/pull.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ground/limits.hpp"
#include "document/model/schema.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/desk/page_bytes.hpp"

namespace tradepost::exchange {
namespace {

Incoming shown(const Directory& directory, PendingItem item) {
  Incoming incoming{
      .row = std::move(item.row), .content = std::move(item.content), .sender = {}, .agent = {}};
  incoming.sender = named(directory, incoming.row->parties.principal);
  if (incoming.row->parties.agent) incoming.agent = named(directory, *incoming.row->parties.agent);
  return incoming;
}

PendingQuery query_of(const PullRequest& request) {
  PendingQuery query;
  query.recipient = request.caller.participant;
  query.flow = request.caller.flow;
  if (request.kind) query.kinds = KindSet({*request.kind});
  query.after = request.cursor ? request.cursor->position : 0;
  query.count_max = std::min(request.count_max, base::limits::page_items_max);
  query.bytes_max = request.bytes_max;
  return query;
}

Seen seen_now(Desk& desk, const Caller& caller) {
  const Instant now = desk.clock.now();
  Seen seen{.participant = caller.participant,
            .flow = caller.flow,
            .last_poll = now,
            .listed_up_to = 0,
            .tokens = {}};
  if (caller.person == PersonId()) seen.tokens.emplace_back(caller.token, now);
  return seen;
}

}  // namespace

Answering<PullAnswer> pull(Desk& desk, PullRequest request, Deadline deadline) {
  const auto filter =
      filter_number({request.kind ? document::row_of(*request.kind).name : std::string_view()});
  Cursor cursor = cursor_of(desk, request.caller, Cursor::List::pending, filter);
  if (request.cursor && !is_for(*request.cursor, cursor)) co_return PullAnswer(BadCursor{});

  Seen seen = seen_now(desk, request.caller);
  CO_TRY_ASSIGN(PendingPage page, co_await desk.store.pending(query_of(request), deadline));
  page = bounded_with_links(std::move(page), request.bytes_max);
  IncomingPage answer;
  if (!page.items.empty()) {
    cursor.position = page.items.back().row->position;
    seen.listed_up_to = cursor.position;
    if (page.more) answer.next = cursor;
  }
  desk.store.mark_seen(std::move(seen));
  const DirectoryPtr directory = desk.directory.current();
  answer.items.reserve(page.items.size());
  for (PendingItem& item : page.items) answer.items.push_back(shown(*directory, std::move(item)));
  co_return PullAnswer(std::move(answer));
}

Answering<bool> wait_for_document(Desk& desk, PullRequest request, Deadline deadline) {
  desk.store.mark_seen(seen_now(desk, request.caller));
  return desk.store.wait(query_of(request), deadline);
}

}  // namespace tradepost::exchange
