#include "app/console/json_text.hpp"

#include <algorithm>

#include "base/text/whole_number.hpp"
#include "document/json/tokens.hpp"

namespace tradepost::app {
namespace {

using document::View;

View element(const View& list, std::string_view place) {
  const auto wanted = base::whole_number<std::uint32_t>(place);
  if (!wanted) return {};
  View found;
  list.each([&](std::uint32_t index, const View& value) {
    if (index == *wanted) found = value;
  });
  return found;
}

// Calls visit(value) for each value on the path, until one does not exist.
template <typename Visit>
void walk(View value, std::string_view path, Visit&& visit) {
  while (value) {
    visit(value);
    if (path.empty()) return;
    const auto dot = std::min(path.find('.'), path.size());
    const auto step = path.substr(0, dot);
    value = value.is_list() ? element(value, step) : value.member(step);
    path.remove_prefix(std::min(dot + 1, path.size()));
    if (path.empty() && value) {
      visit(value);
      return;
    }
  }
}

}  // namespace

View at(const View& value, std::string_view path) {
  const auto steps = static_cast<std::size_t>(std::ranges::count(path, '.')) + !path.empty();
  std::size_t seen = 0;
  View last;
  walk(value, path, [&](const View& found) {
    last = found;
    ++seen;
  });
  return seen == steps + 1 ? last : View();
}

View nearest(const View& value, std::string_view path) {
  View last = value;
  walk(value, path, [&](const View& found) { last = found; });
  return last;
}

std::string text_at(const View& value, std::string_view path) {
  const View found = at(value, path);
  if (!found) return {};
  if (found.is_text()) return found.text();
  return found.is_number() ? std::string(found.scalar()) : std::string();
}

std::string joined(const View& list) {
  std::string text;
  list.each([&](std::uint32_t, const View& one) {
    if (!one.is_text()) return;
    if (!text.empty()) text += ", ";
    text += one.text();
  });
  return text;
}

bool is_true(const View& value) {
  return is_flag(value) && value.scalar() == "true";
}

bool is_flag(const View& value) {
  if (!value || value.is_object() || value.is_list()) return false;
  return value.scalar() == "true" || value.scalar() == "false";
}

std::string_view bytes_of(const View& value, std::string_view text) {
  if (!value.is_object() && !value.is_list()) return value.scalar();
  return text.substr(value.offset(), value.end() - value.offset());
}

std::string on_one_line(std::string_view json) {
  std::string line(json.size(), '\0');
  line.resize(static_cast<std::size_t>(document::minify(json, line.data()) - line.data()));
  return line;
}

}  // namespace tradepost::app
