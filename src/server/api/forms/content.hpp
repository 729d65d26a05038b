#pragma once

#include "api/request/route.hpp"

namespace tradepost::api {

// GET /v2/all-transactions/{id}/content: the document as JSON, as a page or as a PDF file (contract
// 2.16).
Answer show_content(LoopContext& context, Call call);

}  // namespace tradepost::api
