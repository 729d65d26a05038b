#pragma once

#include "api/routes.hpp"

// /openapi.json and /docs, for anybody.
namespace tradepost::api {

Answer show_openapi(Workplace& place, OpenCall call);
Answer show_docs(Workplace& place, OpenCall call);
Answer show_docs_of_kind(Workplace& place, OpenCall call);

}  // namespace tradepost::api
