#include "api/language/template.hpp"

#include <algorithm>

#include "base/ground/check.hpp"

namespace tradepost::api::german {
namespace {

// Takes the text up to the next parameter off the front.
std::string_view take_text(std::string_view& rest) {
  const std::string_view text = text_before_parameter(rest);
  rest.remove_prefix(text.size());
  return text;
}

// `rest` begins with a parameter.
Placeholder take_placeholder(std::string_view& rest) {
  const auto end = rest.find('}');
  CHECK(end != std::string_view::npos);
  const std::string_view inner = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  const auto colon = std::min(inner.find(':'), inner.size());
  return {.name = inner.substr(0, colon), .kind = inner.substr(std::min(colon + 1, inner.size()))};
}

}  // namespace

std::string_view text_before_parameter(std::string_view made_from) {
  return made_from.substr(0, std::min(made_from.find('{'), made_from.size()));
}

// Each text between parameters is taken where it comes first: a later place would leave less for
// the others. The last one is the end of the sentence.
std::optional<Values> values_in(std::string_view made_from, std::string_view sentence) {
  const std::string_view begin = take_text(made_from);
  if (!sentence.starts_with(begin)) return std::nullopt;
  sentence.remove_prefix(begin.size());
  Values values;
  while (!made_from.empty()) {
    const Placeholder placeholder = take_placeholder(made_from);
    const std::string_view next = take_text(made_from);
    std::size_t end = sentence.size();
    if (made_from.empty()) {
      if (!sentence.ends_with(next)) return std::nullopt;
      end -= next.size();
    } else {
      end = sentence.find(next);
      if (end == std::string_view::npos) return std::nullopt;
    }
    values.push_back({.name = placeholder.name, .text = sentence.substr(0, end)});
    sentence.remove_prefix(end + next.size());
  }
  if (!sentence.empty()) return std::nullopt;
  return values;
}

std::string_view value_of(std::span<const Value> values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &Value::name);
  return found == values.end() ? std::string_view() : found->text;
}

std::string fill(std::string_view made_from,
                 const std::function<std::string(const Placeholder&)>& value) {
  std::string filled;
  for (;;) {
    filled += take_text(made_from);
    if (made_from.empty()) return filled;
    filled += value(take_placeholder(made_from));
  }
}

}  // namespace tradepost::api::german
