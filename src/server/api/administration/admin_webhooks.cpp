#include "api/administration/admin_handlers.hpp"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "api/administration/admin_list.hpp"
#include "api/json/party_json.hpp"
#include "api/json/webhook_json.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::EndpointShown;
using http::Response;

exchange::WebhooksWanted webhooks_wanted(Query& query) {
  exchange::WebhooksWanted wanted;
  wanted.participant = participant_wanted(query);
  if (query.text("filter[failing]")) wanted.state = exchange::WebhooksOf::that_fail;
  return wanted;
}

}  // namespace

Task<Response> list_all_webhooks(LoopContext& context, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_webhooks_of_all, webhooks_wanted);
  if (!query) co_return answers::bad_query(query.error());
  auto page = page_of(query->page);
  const auto answer = co_await exchange::webhooks(context.desk, call.by, std::move(page),
                                                  query->wanted, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto directory = context.services.directory.current();
  co_return list_answer(
      context, call, query->page, *answer, [&](base::JsonWriter& body, const EndpointShown& shown) {
        body.key("participant");
        write_named(body, exchange::named(*directory, shown.endpoint.participant));
        write_webhook(body, shown);
      });
}

Task<Response> redeliver_events_of_any(LoopContext& context, OperatorCall call) {
  const auto id = exchange::EndpointId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto answer = co_await exchange::redeliver(context.desk, call.by, *id, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    co_return answers::refused(*refused);
  }
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<exchange::Busy>(*answer)) co_return answers::busy();
  std::vector<exchange::Endpoint> one{std::get<exchange::Endpoint>(*answer)};
  const auto shown =
      co_await exchange::endpoints_shown(context.desk, std::move(one), context.deadline());
  if (!shown) co_return answers::failure(shown.error());
  co_return data_json(200, [&](base::JsonWriter& body) { write_webhook(body, shown->front()); });
}

}  // namespace tradepost::api
