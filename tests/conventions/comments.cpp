#include "conventions/comments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace tradepost::conventions {
namespace {

constexpr std::array<std::string_view, 6> fragments = {"What",    "Of",       "That",
                                                       "Whether", "Likewise", "Who"};

constexpr std::size_t message_bytes_min = 25;

bool is_own_line(std::string_view line) {
  return trimmed(line).starts_with("//");
}

// The text after `//`. A comment after code has two spaces before it.
std::string comment_in(const std::string& line) {
  const auto begin = is_own_line(line) ? line.find("//") : line.find("  // ");
  if (begin == std::string::npos) return {};
  const auto text = line.find_first_not_of(" /", begin);
  return text == std::string::npos ? std::string() : line.substr(text);
}

bool is_lower_case_word(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return std::islower(static_cast<unsigned char>(c)) != 0;
  });
}

std::string_view first_word(std::string_view text) {
  const auto end = text.find_first_of(" ,;:");
  return text.substr(0, end);
}

}  // namespace

bool has_checked_comments(const File& file) {
  constexpr std::array<std::string_view, 8> folders = {
      "src/", "include/", "model/", "tests/", "bench/", "fuzz/", "examples/", "console/src/"};
  const bool is_typescript = file.path.ends_with(".ts") || file.path.ends_with(".tsx");
  return (is_cpp(file) || is_typescript) &&
         std::ranges::any_of(folders, [&](auto folder) { return file.path.starts_with(folder); });
}

File comments_of(const File& source) {
  File comments{.path = source.path, .lines = {}};
  for (const std::string& line : source.lines) comments.lines.push_back(comment_in(line));
  return comments;
}

File messages_of(const File& source) {
  File messages{.path = source.path, .lines = {}};
  for (const std::string& line : source.lines) {
    std::string& text = messages.lines.emplace_back();
    if (is_own_line(line)) continue;
    for (auto open = line.find('"'); open != std::string::npos; open = line.find('"', open)) {
      auto close = open + 1;
      while (close < line.size() && line[close] != '"') close += line[close] == '\\' ? 2 : 1;
      close = std::min(close, line.size());
      if (close - open > message_bytes_min) text += line.substr(open + 1, close - open - 1) + ". ";
      open = std::min(close + 1, line.size());
    }
  }
  return messages;
}

std::vector<Finding> faults_of_beginnings(const File& source) {
  std::vector<Finding> findings;
  bool is_continued = false;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string text = comment_in(source.lines[i]);
    const bool begins = is_own_line(source.lines[i]) && !is_continued;
    is_continued = is_own_line(source.lines[i]) || !text.empty();
    if (!begins) continue;
    const std::string_view word = first_word(text);
    const bool is_fragment = std::ranges::find(fragments, word) != fragments.end();
    if (is_fragment || is_lower_case_word(word)) {
      findings.push_back(
          {source.path, i + 1, fmt::format("a comment begins with `{}`; write a sentence", word)});
    }
  }
  return findings;
}

}  // namespace tradepost::conventions
