#pragma once

#include <functional>

#include "api/request/route.hpp"
#include "exchange/port/changes.hpp"

// That something changed, as server-sent events. Each answer ends after one event, or after a while
// without any; a client asks again with the id that it has seen.
namespace tradepost::api {

struct ChangesWanted {
  exchange::ChangeViewer viewer;
  exchange::TokenId token;         // of which only so many wait; of an operator, its id
  std::function<bool()> is_valid;  // the token still is
};
Answer changes_answer(Workplace& place, OpenCall call, ChangesWanted wanted);

}  // namespace tradepost::api
