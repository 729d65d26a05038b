#pragma once

#include "api/request/route.hpp"

namespace tradepost::api {

// GET /v2/all-transactions/{id}/content: the document as JSON, in a form (contract 2.16).
Answer show_content(LoopContext& context, Call call);

// GET /v2/all-transactions/{id}/content/losses: the fields that an e-invoice does not carry.
Answer list_losses(LoopContext& context, Call call);

}  // namespace tradepost::api
