#include "conventions/dead.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace tradepost::conventions {
namespace {

// Before a name, these do not make it a declaration.
constexpr std::array<std::string_view, 13> no_types = {
    "return", "co_return", "co_await", "co_yield", "throw", "else",    "case",
    "new",    "delete",    "do",       "goto",     "not",   "operator"};

constexpr std::array<std::string_view, 4> type_words = {"struct", "class", "enum", "union"};
constexpr std::array<std::string_view, 3> no_names = {"class", "alignas", "alignof"};

// The language calls these functions of a coroutine.
constexpr std::array<std::string_view, 12> called_by_the_language = {
    "get_return_object", "initial_suspend", "final_suspend", "unhandled_exception",
    "return_value",      "return_void",     "yield_value",   "await_transform",
    "await_ready",       "await_suspend",   "await_resume",  "promise_type"};

bool contains(const auto& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::string_view last_word(std::string_view text) {
  auto begin = text.size();
  while (begin > 0 && is_part_of_word(text[begin - 1])) --begin;
  return text.substr(begin);
}

std::string_view without_spaces_behind(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The context of a name: its line of code, and the text before and after it.
struct Place {
  std::string_view line;
  std::string_view before;
  std::string_view behind;

  bool is_of_the_preprocessor() const { return line.starts_with('#'); }

  // True after `const Row& `, `Id<Tag> `, `bool `: the format puts & and * next to the type.
  bool follows_a_type() const {
    if (!before.ends_with(' ')) return false;
    std::string_view type = without_spaces_behind(before);
    type = type.substr(0, type.find_last_not_of("&*") + 1);
    if (type.ends_with('>')) return !type.ends_with("->") && !type.ends_with(" >");
    const auto word = last_word(type);
    return !word.empty() && !contains(no_types, word);
  }

  bool declares_a_function() const {
    if (!behind.starts_with('(')) return false;
    const bool is_outside = !line.empty() && is_part_of_word(line.front());
    return (is_outside && before.ends_with("::")) || follows_a_type();
  }

  bool declares_a_constant() const {
    const bool is_set = behind.starts_with(" = ") || behind.starts_with('{') || behind == " =";
    return is_set && before.find("constexpr ") != std::string_view::npos && follows_a_type();
  }

  // False for `Id<struct OrderTag>` and `f(struct addrinfo* a)`, which also use the type.
  bool declares_a_type() const {
    std::string_view words = without_spaces_behind(before);
    const auto word = last_word(words);
    words.remove_suffix(word.size());
    const bool is_within = words.find_first_of("<(") != std::string_view::npos;
    return contains(type_words, word) && (!is_within || words.starts_with("template"));
  }
};

struct Seen {
  bool is_used = false;
  std::size_t file = 0;  // of the first declaration in a header of the product
  std::size_t line = 0;  // 0 without a declaration
};

// Calls `visit` with each name of a line.
template <typename Visit>
void each_name(std::string_view line, Visit&& visit) {
  for (std::size_t begin = 0; begin < line.size();) {
    auto end = begin;
    while (end < line.size() && is_part_of_word(line[end])) ++end;
    const bool is_name = end > begin && std::isdigit(static_cast<unsigned char>(line[begin])) == 0;
    const auto name = line.substr(begin, end - begin);
    if (is_name && !contains(no_names, name)) {
      visit(name, Place{.line = line, .before = line.substr(0, begin), .behind = line.substr(end)});
    }
    begin = std::max(end, begin + 1);
  }
}

bool is_of_the_product(const File& file) {
  return is_header(file) && (file.path.starts_with("src/") || file.path.starts_with("include/"));
}

}  // namespace

std::vector<Finding> faults_of_dead_names(const std::vector<File>& files) {
  std::vector<std::vector<std::string>> code(files.size());
  std::unordered_map<std::string_view, Seen> names;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!is_cpp(files[i])) continue;
    code[i] = code_of(files[i]);
    for (std::size_t line = 0; line < code[i].size(); ++line) {
      each_name(code[i][line], [&](std::string_view name, const Place& place) {
        Seen& seen = names[name];
        if (seen.is_used) return;
        const bool is_declared =
            !place.is_of_the_preprocessor() &&
            (place.declares_a_function() || place.declares_a_constant() || place.declares_a_type());
        if (!is_declared) seen.is_used = true;
        if (is_declared && seen.line == 0 && is_of_the_product(files[i])) {
          seen.file = i;
          seen.line = line + 1;
        }
      });
    }
  }
  std::vector<Finding> findings;
  for (const auto& [name, seen] : names) {
    if (seen.is_used || seen.line == 0 || contains(called_by_the_language, name)) continue;
    findings.push_back({files[seen.file].path, seen.line,
                        fmt::format("`{}` is declared, and nothing uses it", name)});
  }
  std::ranges::sort(findings, {}, [](const Finding& one) { return std::tie(one.path, one.line); });
  return findings;
}

}  // namespace tradepost::conventions
