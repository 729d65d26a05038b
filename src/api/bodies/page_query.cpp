#include "api/bodies/page_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "api/wire/cursor_text.hpp"
#include "base/text/text.hpp"

namespace tradepost::api {
namespace {

using exchange::Finding;

// Of a name that a client chose: as much as a sentence bears.
std::string shown(std::string_view name) {
  constexpr std::size_t bytes_max = 100;
  return std::string(name.substr(0, bytes_max));
}

Finding empty_filter(std::string_view name) {
  return {.code = "query.filter.empty",
          .path = shown(name),
          .message = fmt::format("{} is empty. Leave it out if you need no filter.", shown(name))};
}

Finding unknown_filter(std::string_view name) {
  return {.code = "query.filter.unknown",
          .path = shown(name),
          .message = fmt::format("Unknown filter {}.", shown(name))};
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

bool is_filter(std::string_view name) {
  return name == "filter" || name.starts_with("filter[");
}

std::optional<Finding> read_as_filter(const http::Parameter& parameter, PageQuery& query,
                                      ReadFilter& read_filter) {
  if (parameter.value.empty()) return empty_filter(parameter.name);
  auto read = read_filter(parameter.name, parameter.value);
  if (!read) return unknown_filter(parameter.name);
  query.filters.push_back(parameter);
  return std::move(read->fault);
}

// Reads one parameter into the query, or returns its fault.
std::optional<Finding> read_parameter(const http::Parameter& parameter, base::Sealer& sealer,
                                      PageQuery& query, ReadFilter& read_filter) {
  if (parameter.name == "cursor") {
    query.cursor = cursor_in(sealer, parameter.value);
    if (!query.cursor) return bad_cursor();
  } else if (parameter.name == "per_page") {
    const auto per_page = per_page_in(parameter.value);
    if (!per_page) return bad_per_page();
    query.per_page = *per_page;
  } else if (is_filter(parameter.name)) {
    return read_as_filter(parameter, query, read_filter);
  }
  return std::nullopt;  // other names are nobody's concern
}

bool is_judged(std::string_view name) {
  return name == "cursor" || name == "per_page" || is_filter(name);
}

}  // namespace

std::expected<PageQuery, std::vector<Finding>> page_query_of(const http::Target& target,
                                                             base::Sealer& sealer,
                                                             ReadFilter read_filter) {
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
    auto fault = read_parameter(parameter, sealer, query, read_filter);
    if (fault) faults.push_back(*std::move(fault));
  }
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return query;
}

Finding given_twice(std::string_view name) {
  return {.code = "query.given_twice",
          .path = shown(name),
          .message = fmt::format("{} is given more than once.", shown(name))};
}

Finding bad_cursor() {
  return {.code = "query.cursor.malformed",
          .path = "cursor",
          .message =
              "The cursor does not belong to this list with this filter. Start without a cursor."};
}

Finding unknown_value(std::string_view filter, std::string_view words) {
  // filter[type] has the code query.filter.type.unknown_value
  std::string name(filter.substr(filter.find('[') + 1));
  name.pop_back();
  return {.code = fmt::format("query.filter.{}.unknown_value", name),
          .path = std::string(filter),
          .message = fmt::format("{} must be {}.", filter, words)};
}

NextPage next_page(base::Sealer& sealer, std::string_view url, const PageQuery& query,
                   const exchange::Cursor& next) {
  NextPage page{.cursor = cursor_text(sealer, next), .url = std::string(url)};
  page.url += '?';
  for (const http::Parameter& filter : query.filters) {
    page.url += fmt::format("{}={}&", http::percent_encoded(filter.name),
                            http::percent_encoded(filter.value));
  }
  page.url += fmt::format("per_page={}&cursor={}", query.per_page, page.cursor);
  return page;
}

}  // namespace tradepost::api
