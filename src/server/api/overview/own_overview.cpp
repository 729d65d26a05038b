#include <utility>

#include "api/json/admin_entries.hpp"
#include "api/json/party_json.hpp"
#include "api/overview/overview_handlers.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "exchange/administration/standing.hpp"

namespace tradepost::api {

base::Task<http::Response> show_own_overview(LoopContext& context, Call call) {
  const auto found = co_await exchange::standing(context.desk, call.caller, context.deadline());
  if (!found) co_return answers::failure(found.error());
  co_return data_json(200, [&](base::JsonWriter& body) {
    write_queue_state(body, found->queue);
    body.key("heldIncoming").integer(found->held_incoming);
    body.key("heldOutgoing").integer(found->held_outgoing);
    body.key("overduePartners").begin_array();
    for (const exchange::OverduePartner& one : found->overdue) {
      body.begin_object().key("partner");
      write_named(body, one.partner);
      body.key("case").string(one.case_id.to_string());
      body.key("count").integer(one.count).end_object();
    }
    body.end_array();
  });
}

}  // namespace tradepost::api
