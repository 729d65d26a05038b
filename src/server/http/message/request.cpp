#include "http/message/request.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace tradepost::http {

std::optional<std::string_view> Request::header(std::string_view name) const {
  for (const FieldSpan& field : fields_) {
    if (base::equal_ignoring_ascii_case(text(field.name), name)) return text(field.value);
  }
  return std::nullopt;
}

std::size_t Request::header_count(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::count_if(fields_, [&](const FieldSpan& field) {
    return base::equal_ignoring_ascii_case(text(field.name), name);
  }));
}

}  // namespace tradepost::http
