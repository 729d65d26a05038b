#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "api/bodies/body_shapes.hpp"
#include "api/bodies/query.hpp"
#include "api/wire/page.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/check.hpp"
#include "exchange/trade/pull.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// The requested page of a list.
struct PageQuery {
  std::optional<exchange::Cursor> cursor;
  std::uint32_t per_page = 0;
  std::vector<http::Parameter> filters;  // as given: the next page's link repeats them
};

template <typename Wanted>
struct ListQuery {
  PageQuery page;
  Wanted wanted;
};

// The filters of a list that has none.
struct NoFilters {};
inline NoFilters no_filters(Query& /*query*/) {
  return {};
}

PageQuery read_page(const http::Target& target, base::Sealer& sealer, Query& query);

// Reads the parameters of a list, or returns all their faults (contract 2.2 and 6.4). `read` reads
// the filters. The owner of the cursor is not checked here.
template <typename Wanted>
std::expected<ListQuery<Wanted>, std::vector<exchange::Finding>> list_query_of(
    const http::Target& target, base::Sealer& sealer, const BodyShape& shape,
    Wanted (*read)(Query& query)) {
  Query query(target, shape, Repeats::refused);
  ListQuery<Wanted> list{.page = read_page(target, sealer, query), .wanted = read(query)};
  CHECK(query.asked() == shape.fields.size());
  if (query.has_faults()) return std::unexpected(query.faults_as_given());
  return list;
}

// Returns the answer to a cursor that belongs to another caller or another list.
http::Response with_bad_cursor();

// Returns the link to the next page of the list at `url`.
NextPage next_page(base::Sealer& sealer, std::string_view url, const PageQuery& query,
                   const exchange::Cursor& next);

}  // namespace tradepost::api
