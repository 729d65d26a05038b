#pragma once

#include "api/request/route.hpp"

// /openapi.json and the pages below /docs, for anybody.
namespace tradepost::api {

Answer show_openapi(Workplace& place, OpenCall call);
Answer show_docs(Workplace& place, OpenCall call);
Answer show_reference(Workplace& place, OpenCall call);
Answer show_errors(Workplace& place, OpenCall call);
// A file that pages load, or a page that is in no section.
Answer show_file_of_docs(Workplace& place, OpenCall call);
Answer show_page_of_docs(Workplace& place, OpenCall call);
Answer show_page_of_folder(Workplace& place, OpenCall call);

}  // namespace tradepost::api
