#include "ubl/paths.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/text/text.hpp"

namespace tradepost::ubl {

std::string path_of(std::string_view object, std::string_view field) {
  std::string path(object);
  if (!path.empty()) path += '.';
  return path += field;
}

std::string path_of_place(std::string_view place, const std::string& list, std::string_view below) {
  constexpr std::size_t depth_max = 8;
  std::string path = list;
  for (std::size_t depth = 0; depth < depth_max; ++depth) {
    const std::string_view part = place.substr(0, place.find('.'));
    std::uint32_t number = 0;
    const auto end = part.data() + part.size();
    const auto read = std::from_chars(part.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number == 0) return {};
    path += fmt::format(".{}", number - 1);
    if (part.size() == place.size()) return path;
    place.remove_prefix(part.size() + 1);
    path += fmt::format(".{}", below);
  }
  return {};
}

std::vector<std::size_t> positions_of(std::string_view text) {
  std::vector<std::size_t> positions;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    std::size_t position = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), position);
    if (read.ec != std::errc() || read.ptr != part.data() + part.size()) return {};
    positions.push_back(position);
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  return positions;
}

bool is_list(const document::KindRow& kind, std::string_view path) {
  const document::TypeRow* type = &document::types()[kind.type];
  const document::FieldRow* field = nullptr;
  while (!path.empty() && type != nullptr) {
    const std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    if (std::ranges::all_of(part, base::is_ascii_digit)) continue;
    const document::FieldSlot slot = type->find(part);
    if (slot == document::no_slot) return false;
    field = &type->fields[slot];
    type = field->value == document::ValueType::object ? &document::type_of(*field) : nullptr;
  }
  return type != nullptr && field != nullptr && field->shape == document::Shape::list;
}

}  // namespace tradepost::ubl
