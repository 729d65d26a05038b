#pragma once

#include "api/request/route.hpp"

// /v2/drafts: documents that people have begun (contract 15).
namespace tradepost::api {

Answer list_drafts(LoopContext& context, Call call);
Answer post_draft(LoopContext& context, Call call);
Answer show_draft(LoopContext& context, Call call);
Answer put_draft(LoopContext& context, Call call);
Answer delete_draft(LoopContext& context, Call call);

}  // namespace tradepost::api
