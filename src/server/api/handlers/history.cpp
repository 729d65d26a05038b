#include "api/bodies/page_answer.hpp"
#include "api/handlers/handlers.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/bodies/list_filters.hpp"
#include "api/json/translated.hpp"
#include "api/listing/event_list.hpp"
#include "api/request/answer_room.hpp"
#include "api/request/transaction_json.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/views/history.hpp"
#include "exchange/views/related.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

Response listed(LoopContext& context, const Call& call, const PageQuery& query,
                const exchange::ShownPage& found) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const TransportLabels labels(context, call);
  const ListUrl url{.base = call.base_url, .path = call.path};
  const Language language = requested_language(call.request);
  const auto append = [&](http::Body& body, const exchange::Shown& item) {
    append_shown(body, item, *directory, context.names, labels, language);
  };
  return in_language(page_answer(context.sealer, url, query, found, append), language);
}

}  // namespace

Task<Response> list_history(LoopContext& context, Call call) {
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_all_transactions, history_wanted);
  if (!query) co_return answers::bad_query(query.error());
  if (query->wanted.finds_nothing) {
    // This list has one empty page, so no cursor belongs to it.
    if (query->page.cursor) co_return with_bad_cursor();
    co_return listed(context, call, query->page, {});
  }
  exchange::HistoryRequest request{.caller = call.caller,
                                   .filter = query->wanted.filter,
                                   .cursor = query->page.cursor,
                                   .count_max = query->page.per_page,
                                   .bytes_max = call.room.page_bytes()};
  const auto found =
      co_await exchange::history(context.desk, std::move(request), context.deadline());
  if (!found) co_return answers::failure(found.error());
  const auto* const page = std::get_if<exchange::ShownPage>(&*found);
  if (page == nullptr) co_return with_bad_cursor();
  co_return listed(context, call, query->page, *page);
}

Task<Response> show_transaction(LoopContext& context, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find(context.desk, call.caller, *id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  Response response = json(200, "{\"data\":");
  const Language language = requested_language(call.request);
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const TransportLabels labels(context, call);
  append_shown(response.body, **found, *directory, context.names, labels, language);
  response.body.append("}");
  co_return in_language(std::move(response), language);
}

Task<Response> list_related(LoopContext& context, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::related(context.desk, call.caller, *id, context.deadline());
  co_return related_answer(found, *context.services.directory.current(), context.names,
                           requested_language(call.request));
}

Task<Response> list_events(LoopContext& context, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_events_of_transaction, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  const PageQuery& asked = query->page;
  const auto found = co_await exchange::events(context.desk, call.caller, *id, asked.cursor,
                                               asked.per_page, context.deadline());
  if (!found) co_return answers::failure(found.error());
  EventsWanted wanted{.id = *id, .page = asked, .of = call.caller.participant};
  auto answering = events_answer(context, call, std::move(wanted), *found);
  co_return co_await std::move(answering);
}

}  // namespace tradepost::api
