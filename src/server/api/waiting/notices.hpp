#pragma once

#include "api/request/route.hpp"

// The work that waits for people, and their subscriptions to messages about it.
namespace tradepost::api {

Answer list_notices(LoopContext& context, Call call);
Answer list_operators_notices(LoopContext& context, OperatorCall call);

Answer show_subscriptions(LoopContext& context, PersonCall call);
Answer put_subscriptions(LoopContext& context, PersonCall call);
// Leads the reader of a message to the page of the console that ends all messages.
Answer lead_to_unsubscribe(LoopContext& context, OpenCall call);
// Ends all messages about waiting work, by the link in a message (RFC 8058).
Answer unsubscribe(LoopContext& context, OpenCall call);

}  // namespace tradepost::api
