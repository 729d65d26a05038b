#include "app/settings/settings_file.hpp"

#include <fmt/format.h>

// Header-only, without assertions: they end the process for some invalid files, which the library
// refuses without them, too.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include <algorithm>
#include <utility>

#include "app/console/input.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/ground/result.hpp"

namespace tradepost::app {
namespace {

std::optional<std::string> text_in(const toml::node& node) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return std::to_string(number->get());
  if (const auto* const flag = node.as_boolean()) return flag->get() ? "yes" : "no";
  return std::nullopt;
}

std::optional<std::vector<std::string>> texts_in(const toml::node& node) {
  const auto* const array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  for (const toml::node& element : *array) {
    const auto* const text = element.as_string();
    if (text == nullptr) return std::nullopt;
    texts.push_back(text->get());
  }
  return texts;
}

std::unexpected<BadSettings> unread(std::string sentence) {
  return std::unexpected(
      BadSettings{.status = ExitStatus::failed, .sentences = {std::move(sentence)}});
}

// Returns the end of the text that begins at `begin`, or of the file if the text has no end.
std::size_t end_of_text(std::string_view file, std::size_t begin) {
  const char mark = file[begin];
  const bool is_long = file.substr(begin, 3) == std::string(3, mark);
  const std::string_view end = file.substr(begin, is_long ? 3 : 1);
  for (std::size_t at = begin + end.size(); at < file.size(); ++at) {
    if (file.substr(at, end.size()) == end) return at + end.size();
    if (mark == '"' && file[at] == '\\') ++at;
  }
  return file.size();
}

// Ignores dots in texts and comments.
std::size_t count_dots(std::string_view file) {
  std::size_t dots = 0;
  for (std::size_t at = 0; at < file.size();) {
    const char c = file[at];
    if (c == '"' || c == '\'') {
      at = end_of_text(file, at);
    } else if (c == '#') {
      at = std::min(file.find('\n', at), file.size());
    } else {
      dots += c == '.' ? 1 : 0;
      ++at;
    }
  }
  return dots;
}

// Limits the dots of keys: the library makes a nested table for each dot, and destroys nested
// tables recursively, on the stack.
std::expected<std::string, BadSettings> bounded_text_in(const std::string& path) {
  namespace limits = base::limits;
  auto input = LineInput::open(path, limits::settings_file_bytes_max);
  auto text = input ? input->rest() : base::Result<std::string>(std::unexpect, input.error());
  if (!text) return unread(text.error().text().str());
  if (text->size() > limits::settings_file_bytes_max) {
    return unread(fmt::format("{} is too large. A file of settings can have at most {} bytes.",
                              path, limits::settings_file_bytes_max));
  }
  if (count_dots(*text) > limits::settings_file_dots_max) {
    return unread(fmt::format("{} has keys with more than {} dots, and no setting has such a key.",
                              path, limits::settings_file_dots_max));
  }
  return *std::move(text);
}

std::expected<toml::table, BadSettings> table_in(const std::string& path) {
  TRY_ASSIGN(const std::string text, bounded_text_in(path));
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return unread(
        fmt::format("{} line {}: {}", path, error.source().begin.line, error.description()));
  }
}

void flatten(const toml::table& table, const std::vector<std::string>& above,
             std::vector<FileLine>& lines) {
  for (const auto& [key, node] : table) {
    FileLine line{.keys = above, .number = node.source().begin.line};
    line.keys.emplace_back(key.str());
    if (const auto* const below = node.as_table(); below != nullptr && !below->empty()) {
      flatten(*below, line.keys, lines);
      continue;
    }
    line.text = text_in(node);
    line.texts = texts_in(node);
    lines.push_back(std::move(line));
  }
}

}  // namespace

std::expected<std::vector<FileLine>, BadSettings> read_settings_file(const std::string& path) {
  TRY_ASSIGN(const toml::table table, table_in(path));
  std::vector<FileLine> lines;
  flatten(table, {}, lines);
  std::ranges::stable_sort(lines, {}, &FileLine::number);
  return lines;
}

}  // namespace tradepost::app
