// Reads arbitrary bytes as the query of a list, and as a cursor.
//
// For any input, a query is read within its limits, or refused with a finding for each wrong
// parameter. The link to the next page is read as the same filters. A text is a cursor only if it
// is exactly one that the exchange has written.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "api/bodies/list_filters.hpp"
#include "api/wire/cursor_text.hpp"
#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"

namespace {

namespace api = tradepost::api;
using tradepost::base::Sealer;
using tradepost::exchange::Cursor;
using tradepost::http::Target;

constexpr std::string_view list_url = "http://exchange.test/v2/all-transactions";

Cursor cursor_of(std::string_view bytes) {
  Cursor cursor;
  cursor.epoch = bytes.size();
  cursor.flow = tradepost::exchange::Flow::test;
  cursor.list = Cursor::List::history;
  cursor.filter = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
  return cursor;
}

auto history_query_of(const Target& target, Sealer& sealer) {
  return api::list_query_of(target, sealer, api::shapes::list_all_transactions,
                            api::history_wanted);
}

void follow(Sealer& sealer, const api::PageQuery& query, std::string_view bytes) {
  const Cursor next = cursor_of(bytes);
  const api::NextPage page = api::next_page(sealer, list_url, query, next);
  CHECK(page.url.starts_with(list_url));
  const auto target = Target::parse(std::string_view(page.url).substr(list_url.find("/v2")));
  if (!target) return;  // longer than the limit of a head
  const auto again = history_query_of(*target, sealer);
  CHECK(again.has_value());
  CHECK(again->page.cursor == next);
  CHECK(again->page.per_page == query.per_page);
  CHECK(again->page.filters.size() == query.filters.size());
  for (std::size_t i = 0; i < query.filters.size(); ++i) {
    CHECK(again->page.filters[i].name == query.filters[i].name);
    CHECK(again->page.filters[i].value == query.filters[i].value);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Sealer sealer(tradepost::base::SealKey{});
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);

  if (const auto cursor = api::cursor_in(sealer, bytes)) {
    CHECK(api::cursor_text(sealer, *cursor) == bytes);
  }

  const auto target = Target::parse("/v2/all-transactions?" + std::string(bytes));
  if (!target) return 0;
  const auto incoming = api::list_query_of(*target, sealer, api::shapes::list_incoming_transactions,
                                           api::incoming_wanted);
  const auto history = history_query_of(*target, sealer);
  const auto cases =
      api::list_query_of(*target, sealer, api::shapes::list_cases, api::cases_wanted);
  const auto is_bounded = [&](const auto& query) {
    if (!query)
      return !query.error().empty() && query.error().size() <= target->parameters().size();
    const auto count = query->page.per_page;
    return count >= 1 && count <= tradepost::base::limits::page_items_max;
  };
  CHECK(is_bounded(incoming) && is_bounded(history) && is_bounded(cases));
  if (history) follow(sealer, history->page, bytes);
  return 0;
}
