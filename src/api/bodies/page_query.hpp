#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "api/wire/page.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/limits.hpp"
#include "exchange/trade/pull.hpp"
#include "http/wire/target.hpp"

namespace tradepost::api {

// Which page of a list is asked for.
struct PageQuery {
  std::optional<exchange::Cursor> cursor;
  std::uint32_t per_page = base::limits::page_items_default;
  std::vector<http::Parameter> filters;  // as they were given: the next page's link repeats them
};

// A filter of a list: takes its value, which is not empty, into the list's query, or returns its
// fault.
template <typename Wanted>
struct FilterRow {
  std::string_view name;  // filter[type]
  std::optional<exchange::Finding> (*read)(std::string_view value, Wanted& wanted);
};

template <typename Wanted>
struct ListQuery {
  PageQuery page;
  Wanted wanted;
};

// Of a list without any.
struct NoFilters {};

// Nothing where the list has no such filter.
struct FilterRead {
  std::optional<exchange::Finding> fault;
};
using ReadFilter =
    std::move_only_function<std::optional<FilterRead>(std::string_view name, std::string_view)>;

std::expected<PageQuery, std::vector<exchange::Finding>> page_query_of(const http::Target& target,
                                                                       base::Sealer& sealer,
                                                                       ReadFilter read_filter);

// All faults of the parameters (contract 2.2 and 6.4). Whether the cursor belongs to the caller is
// not checked here.
template <typename Wanted>
std::expected<ListQuery<Wanted>, std::vector<exchange::Finding>> list_query_of(
    const http::Target& target, base::Sealer& sealer, std::span<const FilterRow<Wanted>> filters) {
  ListQuery<Wanted> query;
  const auto read = [&](std::string_view name,
                        std::string_view value) -> std::optional<FilterRead> {
    for (const FilterRow<Wanted>& row : filters) {
      if (row.name == name) return FilterRead{row.read(value, query.wanted)};
    }
    return std::nullopt;
  };
  auto page = page_query_of(target, sealer, read);
  if (!page) return std::unexpected(std::move(page).error());
  query.page = *std::move(page);
  return query;
}

exchange::Finding bad_cursor();
exchange::Finding given_twice(std::string_view name);
// A value that is none of those that a filter has; `words` says which there are.
exchange::Finding unknown_value(std::string_view filter, std::string_view words);

// The next page of the list at `url`.
NextPage next_page(base::Sealer& sealer, std::string_view url, const PageQuery& query,
                   const exchange::Cursor& next);

}  // namespace tradepost::api
