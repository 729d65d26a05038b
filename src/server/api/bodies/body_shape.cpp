#include "api/bodies/body_shape.hpp"

#include <algorithm>

namespace tradepost::api {

const FieldShape* find_field(const BodyShape& shape, std::string_view name) {
  const auto found = std::ranges::find(shape.fields, name, &FieldShape::name);
  return found == shape.fields.end() ? nullptr : &*found;
}

std::string one_of(std::span<const std::string_view> words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace tradepost::api
