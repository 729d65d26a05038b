#include "api/bodies/page_query.hpp"

#include <fmt/format.h>

#include "api/wire/answer.hpp"
#include "api/wire/cursor_text.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::api {
namespace {

using exchange::Finding;

Finding bad_cursor() {
  return query_fault(
      "cursor", "malformed",
      "The cursor does not belong to this list with this filter. Start without a cursor.");
}

}  // namespace

PageQuery read_page(const http::Target& target, base::Sealer& sealer, Query& query) {
  PageQuery page;
  const auto cursor = query.text("cursor");
  if (cursor) page.cursor = cursor_in(sealer, *cursor);
  if (cursor && !page.cursor) query.add("cursor", bad_cursor());
  page.per_page = static_cast<std::uint32_t>(query.whole_number("per_page").value_or(0));
  query.refuse_unknown_filters();
  for (const http::Parameter& parameter : target.parameters()) {
    if (is_filter(parameter.name)) page.filters.push_back(parameter);
  }
  return page;
}

http::Response with_bad_cursor() {
  const Finding fault = bad_cursor();
  return answers::bad_query({&fault, 1});
}

NextPage next_page(base::Sealer& sealer, std::string_view url, const PageQuery& query,
                   const exchange::Cursor& next) {
  NextPage page{.cursor = cursor_text(sealer, next), .url = std::string(url)};
  page.url += '?';
  for (const http::Parameter& filter : query.filters) {
    page.url += fmt::format("{}={}&", base::percent_encoded(filter.name),
                            base::percent_encoded(filter.value));
  }
  page.url += fmt::format("per_page={}&cursor={}", query.per_page, page.cursor);
  return page;
}

}  // namespace tradepost::api
