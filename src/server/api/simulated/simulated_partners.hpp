#pragma once

#include "api/request/route.hpp"

// /v2/profile/simulated-partners: partners for tests of the caller's own system (contract 16).
namespace tradepost::api {

Answer list_simulated_partners(LoopContext& context, Call call);
Answer put_simulated_partner(LoopContext& context, Call call);
Answer delete_simulated_partner(LoopContext& context, Call call);

}  // namespace tradepost::api
