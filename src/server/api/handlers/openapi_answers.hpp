#pragma once

#include "api/request/route.hpp"

// Handlers for /openapi.json and the pages below /docs. They are public.
namespace tradepost::api {

Answer show_openapi(Workplace& place, OpenCall call);
Answer show_docs(Workplace& place, OpenCall call);
Answer show_reference(Workplace& place, OpenCall call);
Answer show_errors(Workplace& place, OpenCall call);
// Serves a file that pages load, or a page outside all sections.
Answer show_file_of_docs(Workplace& place, OpenCall call);
Answer show_page_of_docs(Workplace& place, OpenCall call);
Answer show_page_of_folder(Workplace& place, OpenCall call);

}  // namespace tradepost::api
