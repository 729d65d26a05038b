#include <algorithm>
#include <utility>

#include "api/administration/admin_handlers.hpp"
#include "api/overview/changes.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::api {

Answer wait_for_changes(LoopContext& context, OperatorCall call) {
  const exchange::OperatorId by = call.by;
  ChangesWanted wanted{.viewer = exchange::ChangeViewer::operators(),
                       .token = exchange::TokenId(by.uuid()),
                       .is_valid = [&context, by] {
                         const auto all =
                             exchange::operators_of(*context.services.directory.current());
                         return std::ranges::find(all, by, &exchange::Operator::id) != all.end();
                       }};
  return changes_answer(context, std::move(call), std::move(wanted));
}

}  // namespace tradepost::api
