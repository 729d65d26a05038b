#include "document/json_members.hpp"

namespace tradepost::document {

std::string text_in(const View& object, std::string_view name) {
  const View value = object.member(name);
  return value && value.is_text() ? value.text() : std::string();
}

bool is_true_in(const View& object, std::string_view name) {
  const View value = object.member(name);
  return value && !value.is_object() && !value.is_list() && value.scalar() == "true";
}

std::vector<std::string> texts_of(const View& value) {
  if (value.is_text()) return {value.text()};
  std::vector<std::string> texts;
  value.each([&](std::uint32_t, const View& element) {
    if (element.is_text()) texts.push_back(element.text());
  });
  if (texts.size() != value.element_count()) texts.clear();
  return texts;
}

}  // namespace tradepost::document
