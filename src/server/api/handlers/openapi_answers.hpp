#pragma once

#include "api/request/route.hpp"

// Handlers for /openapi.json and the pages below /docs. They are public.
namespace tradepost::api {

Answer show_openapi(LoopContext& context, OpenCall call);
Answer show_docs(LoopContext& context, OpenCall call);
Answer show_reference(LoopContext& context, OpenCall call);
Answer show_errors(LoopContext& context, OpenCall call);
// Serves a file that pages load, or a page outside all sections.
Answer show_file_of_docs(LoopContext& context, OpenCall call);
Answer show_page_of_docs(LoopContext& context, OpenCall call);
Answer show_page_of_folder(LoopContext& context, OpenCall call);

}  // namespace tradepost::api
