#pragma once

#include "api/request/route.hpp"

namespace tradepost::api {

// POST /v2/transactions: a document as JSON, the messages of an interchange, or an e-invoice
// (contract 4.1 and 4.11).
Answer send_document(LoopContext& context, Call call);

}  // namespace tradepost::api
