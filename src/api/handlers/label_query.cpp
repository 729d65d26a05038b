#include "api/handlers/label_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "api/bodies/page_query.hpp"

namespace tradepost::api {
namespace {

using exchange::Finding;

struct Word {
  std::string_view text;
  void (*take)(LabelLook& look);
};

struct Row {
  std::string_view name;
  std::string_view words;  // of a sentence
  std::array<Word, 2> values;
};

constexpr std::array rows = {
    Row{"size",
        "A6 or A5",
        {{{"A6", [](LabelLook& look) { look.format.size = label::Size::a6; }},
          {"A5", [](LabelLook& look) { look.format.size = label::Size::a5; }}}}},
    Row{"dpi",
        "203 or 300",
        {{{"203", [](LabelLook& look) { look.format.resolution = label::Resolution::dpi203; }},
          {"300", [](LabelLook& look) { look.format.resolution = label::Resolution::dpi300; }}}}},
    Row{"sheet", "A4", {{{"A4", [](LabelLook& look) { look.sheet = label::Sheet::a4; }}, {}}}},
};

Finding bad_value(const Row& row) {
  return {.code = fmt::format("query.{}.unknown_value", row.name),
          .path = std::string(row.name),
          .message = fmt::format("{} must be {}.", row.name, row.words)};
}

Finding sheet_of_zpl() {
  return {.code = "query.sheet.only_pdf",
          .path = "sheet",
          .message = "sheet is only supported for PDF."};
}

std::optional<Finding> read(const Row& row, std::string_view value, LabelLook& look) {
  if (row.name == "sheet" && look.type == LabelFileType::zpl) return sheet_of_zpl();
  const auto word = std::ranges::find(row.values, value, &Word::text);
  if (value.empty() || word == row.values.end()) return bad_value(row);
  word->take(look);
  return std::nullopt;
}

}  // namespace

std::expected<LabelLook, std::vector<Finding>> label_look_of(const http::Target& target,
                                                             LabelFileType type) {
  LabelLook look{.type = type, .format = {}, .sheet = label::Sheet::none};
  std::vector<Finding> faults;
  for (const Row& row : rows) {
    std::size_t given = 0;
    for (const http::Parameter& parameter : target.parameters()) {
      if (parameter.name != row.name) continue;
      ++given;
      std::optional<Finding> fault =
          given == 1 ? read(row, parameter.value, look) : given_twice(row.name);
      if (fault) faults.push_back(*std::move(fault));
    }
  }
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return look;
}

}  // namespace tradepost::api
