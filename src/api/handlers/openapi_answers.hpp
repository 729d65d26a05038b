#pragma once

#include "api/request/route.hpp"

// /openapi.json and the pages below /docs, for anybody.
namespace tradepost::api {

Answer show_openapi(Workplace& place, OpenCall call);
Answer show_docs(Workplace& place, OpenCall call);
Answer show_errors(Workplace& place, OpenCall call);
// What that page loads, and what it links to.
Answer show_file_of_docs(Workplace& place, OpenCall call);

}  // namespace tradepost::api
