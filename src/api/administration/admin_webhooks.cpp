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

}  // namespace

Task<Response> list_all_webhooks(Workplace& place, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), place.sealer,
                                   shapes::list_webhooks_of_all, participant_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto whose = query->wanted;
  auto page = page_of(query->page);
  const auto answer =
      co_await exchange::webhooks(place.desk, call.by, std::move(page), whose, place.deadline());
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
