#include "api/page_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "api/cursor_text.hpp"
#include "base/text.hpp"
#include "document/schema.hpp"

namespace tradepost::api {
namespace {

using exchange::Finding;

constexpr std::string_view filter_by_type = "filter[type]";

// Of a name that a client chose: as much as a sentence bears.
std::string shown(std::string_view name) {
  constexpr std::size_t bytes_max = 100;
  return std::string(name.substr(0, bytes_max));
}

Finding given_twice(std::string_view name) {
  return {.code = "query.given_twice",
          .path = shown(name),
          .message = fmt::format("{} is given more than once.", shown(name))};
}

Finding empty_filter(std::string_view name) {
  return {.code = "query.filter.empty",
          .path = shown(name),
          .message = fmt::format("{} is empty; leave it out to filter by nothing.", shown(name))};
}

Finding unknown_filter(std::string_view name) {
  return {.code = "query.filter.unknown",
          .path = shown(name),
          .message = fmt::format("{} is no filter of this list.", shown(name))};
}

Finding unknown_type() {
  return {.code = "query.filter.type.unknown_value",
          .path = std::string(filter_by_type),
          .message = "filter[type] is no known type of document."};
}

Finding bad_per_page() {
  return {.code = "query.per_page.out_of_range",
          .path = "per_page",
          .message = fmt::format("per_page must be a whole number from 1 to {}.",
                                 base::limits::page_items_max)};
}

std::optional<std::uint32_t> per_page_in(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, base::is_ascii_digit)) return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1 || number > base::limits::page_items_max) {
    return std::nullopt;
  }
  return number;
}

// Reads one parameter into the query, or says what is wrong with it.
std::optional<Finding> read_parameter(const http::Parameter& parameter, base::Sealer& sealer,
                                      PageQuery& query) {
  if (parameter.name == filter_by_type) {
    if (parameter.value.empty()) return empty_filter(parameter.name);
    const auto* const kind = document::find_kind_row(parameter.value);
    if (kind == nullptr) return unknown_type();
    query.kind = kind->kind;
  } else if (parameter.name == "cursor") {
    query.cursor = cursor_in(sealer, parameter.value);
    if (!query.cursor) return bad_cursor();
  } else if (parameter.name == "per_page") {
    const auto per_page = per_page_in(parameter.value);
    if (!per_page) return bad_per_page();
    query.per_page = *per_page;
  } else if (parameter.name.starts_with("filter[") || parameter.name == "filter") {
    return unknown_filter(parameter.name);
  }
  return std::nullopt;  // other names are nobody's concern
}

bool is_judged(std::string_view name) {
  return name == "cursor" || name == "per_page" || name.starts_with("filter");
}

}  // namespace

std::expected<PageQuery, std::vector<Finding>> page_query_of(const http::Target& target,
                                                             base::Sealer& sealer) {
  PageQuery query;
  std::vector<Finding> faults;
  std::vector<std::string_view> seen;
  for (const http::Parameter& parameter : target.parameters()) {
    if (is_judged(parameter.name)) {
      if (std::ranges::find(seen, parameter.name) != seen.end()) {
        faults.push_back(given_twice(parameter.name));
        continue;
      }
      seen.push_back(parameter.name);
    }
    if (auto fault = read_parameter(parameter, sealer, query)) faults.push_back(*std::move(fault));
  }
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return query;
}

Finding bad_cursor() {
  return {.code = "query.cursor.malformed",
          .path = "cursor",
          .message = "The cursor is none of this list with this filter; begin without one."};
}

}  // namespace tradepost::api
