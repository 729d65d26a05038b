#pragma once

#include "api/request/route.hpp"

// Links by which people join, or choose a new password. Whoever has the secret may use the link.
namespace tradepost::api {

// Describes the link, and changes nothing.
Answer look_at_link(LoopContext& context, OpenCall call);
// Uses the link up: the person has the password.
Answer use_link(LoopContext& context, OpenCall call);

}  // namespace tradepost::api
