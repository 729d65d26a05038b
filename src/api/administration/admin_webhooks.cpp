#include "api/administration/admin_handlers.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "api/administration/admin_list.hpp"
#include "api/json/party_json.hpp"
#include "api/json/webhook_json.hpp"
#include "api/wire/answer.hpp"

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

Task<Response> list_all_webhooks(Workplace& place, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), place.sealer,
                                   shapes::list_webhooks_of_all, webhooks_wanted);
  if (!query) co_return answers::bad_query(query.error());
  auto page = page_of(query->page);
  const auto answer = co_await exchange::webhooks(place.desk, call.by, std::move(page),
                                                  query->wanted, place.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto directory = place.network.directory.current();
  co_return list_answer(place, call, "/admin/webhooks", query->page, *answer,
                        [&](base::JsonWriter& body, const EndpointShown& shown) {
                          body.key("participant");
                          write_named(body,
                                      exchange::named(*directory, shown.endpoint.participant));
                          write_webhook(body, shown);
                        });
}

}  // namespace tradepost::api
