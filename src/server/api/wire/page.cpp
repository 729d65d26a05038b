#include "api/wire/page.hpp"

#include <string_view>
#include <utility>

#include "base/text/json_writer.hpp"

namespace tradepost::api {
namespace {

std::string tail_of(std::size_t count, std::uint32_t per_page,
                    const std::optional<NextPage>& next) {
  base::JsonWriter json;
  json.begin_object().key("hasMore").boolean(next.has_value());
  json.key("perPage").integer(per_page).key("count").integer(count);
  json.key("nextCursor");
  if (next) {
    json.string(next->cursor).key("nextPageUrl").string(next->url);
  } else {
    json.null().key("nextPageUrl").null();
  }
  json.end_object();
  return std::move(json).finish();
}

}  // namespace

Page::Page() : response_(200) {
  response_.header("Content-Type", "application/json");
  response_.body.append("{\"items\":[");
}

http::Body& Page::next_item() {
  if (count_++ > 0) response_.body.append(",");
  return response_.body;
}

http::Response Page::answer(std::uint32_t per_page, const std::optional<NextPage>& next) && {
  response_.body.append("],");
  const std::string tail = tail_of(count_, per_page, next);
  response_.body.append(std::string_view(tail).substr(1));  // the page has this brace
  return std::move(response_);
}

}  // namespace tradepost::api
