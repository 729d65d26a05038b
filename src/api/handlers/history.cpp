#include "api/bodies/page_answer.hpp"
#include "api/handlers/handlers.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/bodies/transaction_filters.hpp"
#include "api/json/party_json.hpp"
#include "api/request/answer_room.hpp"
#include "api/request/transaction_json.hpp"
#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

Response listed(Workplace& place, const Call& call, const PageQuery& query,
                const exchange::ShownPage& found) {
  const exchange::DirectoryPtr directory = place.network.directory.current();
  const TransportLabels labels(place, call);
  return page_answer(place.sealer, {.base = call.base_url, .path = "/v2/all-transactions"}, query,
                     found, [&](http::Body& body, const exchange::Shown& item) {
                       append_shown(body, item, *directory, place.names, labels);
                     });
}

Response events_listed(Workplace& place, std::string_view url, const PageQuery& query,
                       const exchange::EventsPage& found) {
  const exchange::DirectoryPtr directory = place.network.directory.current();
  return page_answer(place.sealer, {.base = url}, query, found,
                     [&](http::Body& body, const exchange::Event& event) {
                       base::JsonWriter json;
                       json.begin_object().key("at").string(base::to_string(event.at));
                       json.key("type").string(exchange::name_of(event.type));
                       json.key("by");
                       write_named(json, actor_named(*directory, event.by));
                       json.key("detail").string(event.detail).end_object();
                       body.append(std::move(json).finish());
                     });
}

}  // namespace

Task<Response> list_history(Workplace& place, Call call) {
  const auto query = list_query_of(call.request.target(), place.sealer,
                                   shapes::list_all_transactions, history_wanted);
  if (!query) co_return answers::bad_query(query.error());
  if (query->wanted.finds_nothing) {
    // No page of it was ever followed by another.
    if (query->page.cursor) co_return with_bad_cursor();
    co_return listed(place, call, query->page, {});
  }
  exchange::HistoryRequest request{.caller = call.caller,
                                   .filter = query->wanted.filter,
                                   .cursor = query->page.cursor,
                                   .count_max = query->page.per_page,
                                   .bytes_max = call.room.page_bytes()};
  const auto found = co_await exchange::history(place.desk, std::move(request), place.deadline());
  if (!found) co_return answers::failure(found.error());
  const auto* const page = std::get_if<exchange::ShownPage>(&*found);
  if (page == nullptr) co_return with_bad_cursor();
  co_return listed(place, call, query->page, *page);
}

Task<Response> show_transaction(Workplace& place, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find(place.desk, call.caller, *id, place.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  Response response = json(200, "{\"data\":");
  const exchange::DirectoryPtr directory = place.network.directory.current();
  const TransportLabels labels(place, call);
  append_shown(response.body, **found, *directory, place.names, labels);
  response.body.append("}");
  co_return response;
}

Task<Response> list_events(Workplace& place, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto query = list_query_of(call.request.target(), place.sealer,
                                   shapes::list_events_of_transaction, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  const PageQuery& asked = query->page;
  const auto found = co_await exchange::events(place.desk, call.caller, *id, asked.cursor,
                                               asked.per_page, place.deadline());
  if (!found) co_return answers::failure(found.error());
  if (std::holds_alternative<exchange::Unknown>(*found)) co_return answers::not_found();
  const auto* const page = std::get_if<exchange::EventsPage>(&*found);
  if (page == nullptr) co_return with_bad_cursor();
  const std::string url =
      fmt::format("{}/v2/all-transactions/{}/events", call.base_url, id->to_string());
  co_return events_listed(place, url, asked, *page);
}

}  // namespace tradepost::api
