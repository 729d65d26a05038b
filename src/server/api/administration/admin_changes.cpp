#include <utility>

#include "api/administration/admin_handlers.hpp"
#include "api/overview/changes.hpp"

namespace tradepost::api {

Answer wait_for_changes(LoopContext& context, OperatorCall call) {
  const exchange::OperatorId by = call.by;
  const Cookie cookie = call.cookie;
  ChangesWanted wanted{
      .viewer = exchange::ChangeViewer::operators(),
      .token = exchange::TokenId(by.uuid()),
      .is_valid = [&context, by, cookie] { return is_still_admitted(context, by, cookie); }};
  return changes_answer(context, std::move(call), std::move(wanted));
}

}  // namespace tradepost::api
