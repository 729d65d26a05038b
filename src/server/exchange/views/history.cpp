#include "exchange/views/history.hpp"

#include <algorithm>

#include "base/ground/limits.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/desk/page_bytes.hpp"
#include "exchange/views/viewing.hpp"

namespace tradepost::exchange {
namespace {

bool is_on_senders_side(const Viewer& viewer, const Transaction& row) {
  return !viewer.participant || row.is_senders(*viewer.participant);
}

// A requeue becomes visible together with its new transaction.
bool is_for_recipient(const Event& event, const Transaction& row) {
  if (event.audience == Audience::everyone) return true;
  return event.type == EventType::requeued && row.links.delivered_replaced_by &&
         event.detail == row.links.delivered_replaced_by->to_string();
}

std::string number_text(const auto& value) {
  return value ? std::to_string(static_cast<unsigned>(*value)) : std::string();
}

std::uint64_t filter_number_of(const HistoryFilter& filter) {
  const auto moment = [](const std::optional<Instant>& at) {
    return at ? std::to_string(base::epoch_ms(*at)) : std::string();
  };
  // Cursors outlive an upgrade, so the list of values may not grow: `held` is added to the last
  // one. No list of callers is filtered by `naming`.
  std::string last = filter.sscc ? std::to_string(*filter.sscc) : std::string();
  if (filter.held) last += *filter.held ? " held" : " not held";
  return filter_number({number_text(filter.kind), number_text(filter.flow),
                        number_text(filter.status), number_text(filter.direction),
                        moment(filter.created_from), moment(filter.created_before),
                        filter.number ? "=" + *filter.number : std::string(),
                        filter.number_prefix ? "=" + *filter.number_prefix : std::string(),
                        filter.partner ? filter.partner->to_string() : std::string(), last});
}

Answering<std::optional<Shown>> find_as(Desk& desk, FindQuery query, Deadline deadline) {
  CO_TRY_ASSIGN(std::optional<Found> found, co_await desk.store.find(query, deadline));
  if (!found) co_return std::optional<Shown>();
  const DirectoryPtr directory = desk.directory.current();
  Shown shown =
      shown_to(*directory, query.viewer, std::move(found->row), std::move(found->content));
  shown.original = std::move(found->original);
  co_return std::optional(std::move(shown));
}

}  // namespace

Shown shown_to(const Directory& directory, const Viewer& viewer, TransactionPtr row,
               Bytes content) {
  const bool is_sender = is_on_senders_side(viewer, *row);
  Shown shown{.row = std::move(row),
              .content = std::move(content),
              .direction = is_sender ? Direction::sent : Direction::received,
              .sender = {},
              .agent = {},
              .recipient = {},
              .replaces = {},
              .replaced_by = {},
              .case_id = {}};
  shown.sender = named(directory, shown.row->parties.principal);
  if (shown.row->parties.agent) shown.agent = named(directory, *shown.row->parties.agent);
  shown.recipient = named(directory, shown.row->recipient);
  shown.replaces = is_sender ? shown.row->links.replaces : shown.row->links.delivered_replaces;
  shown.replaced_by =
      is_sender ? shown.row->links.replaced_by : shown.row->links.delivered_replaced_by;
  // The case of a discarded document belongs to the sender's side alone.
  if (is_sender || shown.row->state != State::discarded) {
    shown.case_id = shown.row->feedback.case_id;
  }
  return shown;
}

Answering<HistoryAnswer> history(Desk& desk, HistoryRequest request, Deadline deadline) {
  const Viewer viewer = request.caller.viewer();
  auto answer = co_await history_as(desk, viewer, std::move(request), deadline);
  co_return std::move(answer);
}

Answering<HistoryAnswer> history_as(Desk& desk, Viewer viewer, HistoryRequest request,
                                    Deadline deadline) {
  Cursor cursor =
      cursor_of(desk, request.caller, Cursor::List::history, filter_number_of(request.filter));
  if (request.cursor && !is_for(*request.cursor, cursor)) co_return HistoryAnswer(BadCursor{});
  HistoryQuery query;
  query.viewer = viewer;
  query.filter = std::move(request.filter);
  query.count_max = std::min(request.count_max, base::limits::page_items_max);
  query.content = WithContent::yes;
  query.bytes_max = request.bytes_max;
  if (request.cursor) {
    query.before = HistoryPlace{
        .created = base::instant_of(static_cast<std::int64_t>(request.cursor->position)),
        .id = TransactionId(request.cursor->id)};
  }
  CO_TRY_ASSIGN(HistoryPage page, co_await desk.store.history(std::move(query), deadline));
  page = bounded_with_links(std::move(page), request.bytes_max);
  ShownPage answer;
  if (page.more) {
    const Transaction& last = *page.items.back().row;
    cursor.position = static_cast<std::uint64_t>(base::epoch_ms(last.created));
    cursor.id = last.id.uuid();
    answer.next = cursor;
  }
  const DirectoryPtr directory = desk.directory.current();
  for (PendingItem& item : page.items) {
    answer.items.push_back(
        shown_to(*directory, viewer, std::move(item.row), std::move(item.content)));
  }
  co_return HistoryAnswer(std::move(answer));
}

Answering<std::optional<Shown>> find(Desk& desk, Caller caller, TransactionId id,
                                     Deadline deadline) {
  auto answer = co_await find_as(desk, caller.viewer(), id, deadline);
  co_return std::move(answer);
}

Answering<std::optional<Shown>> find_with_original(Desk& desk, Caller caller, TransactionId id,
                                                   Deadline deadline) {
  const FindQuery query{
      .id = id, .viewer = caller.viewer(), .content = WithContent::yes, .with_original = true};
  auto answer = co_await find_as(desk, query, deadline);
  co_return std::move(answer);
}

Answering<std::optional<Shown>> find_by_sscc(Desk& desk, Caller caller, std::uint64_t number,
                                             Deadline deadline) {
  const SsccQuery query{.number = number, .viewer = caller.viewer()};
  CO_TRY_ASSIGN(const auto id, co_await desk.store.find_by_sscc(query, deadline));
  if (!id) co_return std::optional<Shown>();
  co_return co_await find_as(desk, query.viewer, *id, deadline);
}

Answering<std::optional<Shown>> find_as(Desk& desk, Viewer viewer, TransactionId id,
                                        Deadline deadline) {
  const FindQuery query{.id = id, .viewer = viewer, .content = WithContent::yes};
  auto answer = co_await find_as(desk, query, deadline);
  co_return std::move(answer);
}

Answering<EventsAnswer> events(Desk& desk, Caller caller, TransactionId id,
                               std::optional<Cursor> cursor, std::uint32_t count_max,
                               Deadline deadline) {
  const Viewer viewer = caller.viewer();
  const EventsRequest asked{.caller = caller, .id = id, .cursor = cursor, .count_max = count_max};
  auto answer = co_await events_as(desk, viewer, asked, deadline);
  co_return std::move(answer);
}

Answering<EventsAnswer> events_as(Desk& desk, Viewer viewer, EventsRequest request,
                                  Deadline deadline) {
  const auto& cursor = request.cursor;
  Cursor asked = cursor_of(desk, request.caller, Cursor::List::events,
                           filter_number({request.id.to_string()}));
  if (cursor && !is_for(*cursor, asked)) co_return EventsAnswer(BadCursor{});
  const FindQuery query{.id = request.id, .viewer = viewer, .content = WithContent::no};
  CO_TRY_ASSIGN(std::optional<Found> found, co_await desk.store.find(query, deadline));
  if (!found) co_return EventsAnswer(Unknown{});
  if (!is_on_senders_side(viewer, *found->row)) {
    std::erase_if(found->events,
                  [&](const Event& event) { return !is_for_recipient(event, *found->row); });
  }
  const auto first = std::min<std::size_t>(cursor ? cursor->position : 0, found->events.size());
  const auto count = std::min<std::size_t>(
      std::min(request.count_max, base::limits::page_items_max), found->events.size() - first);
  EventsPage page;
  const auto from = found->events.begin() + static_cast<std::ptrdiff_t>(first);
  page.items.assign(from, from + static_cast<std::ptrdiff_t>(count));
  if (first + count < found->events.size() && count != 0) {
    asked.position = first + count;
    page.next = asked;
  }
  co_return EventsAnswer(std::move(page));
}

}  // namespace tradepost::exchange
