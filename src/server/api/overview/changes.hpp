#pragma once

#include <functional>

#include "api/request/route.hpp"
#include "exchange/port/changes.hpp"

// Change notifications as server-sent events. Each answer ends after one event or after a wait
// without any. The client asks again with the id of the event.
namespace tradepost::api {

struct ChangesWanted {
  exchange::ChangeViewer viewer;
  exchange::TokenId token;         // limits the waits; for operators, their id
  std::function<bool()> is_valid;  // false once the token is expired or revoked
};
Answer changes_answer(LoopContext& context, OpenCall call, ChangesWanted wanted);

}  // namespace tradepost::api
