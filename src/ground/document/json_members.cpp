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

}  // namespace tradepost::document
