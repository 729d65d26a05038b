#pragma once

#include "api/request/route.hpp"

// /v2/profile/number-ranges: numbers for documents that people write (contract 14).
namespace tradepost::api {

Answer list_number_ranges(LoopContext& context, Call call);
Answer put_number_range(LoopContext& context, Call call);
Answer delete_number_range(LoopContext& context, Call call);
Answer take_number(LoopContext& context, Call call);

}  // namespace tradepost::api
