#include <algorithm>
#include <utility>

#include "api/administration/admin_handlers.hpp"
#include "api/overview/changes.hpp"
#include "exchange/administration/operators.hpp"

namespace tradepost::api {

Answer tell_changes(Workplace& place, OperatorCall call) {
  const exchange::OperatorId by = call.by;
  ChangesWanted wanted{.viewer = exchange::ChangeViewer::operators(),
                       .token = exchange::TokenId(by.uuid()),
                       .is_valid = [&place, by] {
                         const auto all =
                             exchange::operators_of(*place.network.directory.current());
                         return std::ranges::find(all, by, &exchange::Operator::id) != all.end();
                       }};
  return changes_answer(place, std::move(call), std::move(wanted));
}

}  // namespace tradepost::api
