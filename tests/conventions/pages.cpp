#include "conventions/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace tradepost::conventions {
namespace {

bool is_fence(const std::string& line) {
  return line.find("```") != std::string::npos;
}

// Returns the target of a link as a path from the top of the tree, or an empty text for other
// links.
std::string target_of(const std::string& page, std::string link) {
  link = link.substr(0, link.find('#'));
  if (link.empty() || link.find(':') != std::string::npos) return {};
  return (std::filesystem::path(page).parent_path() / link).lexically_normal().string();
}

// Returns the code of a line: the whole line inside a block, otherwise the spans in backticks.
std::string code_in(const std::string& line, bool in_block) {
  if (in_block) return line;
  std::string code;
  bool inside = false;
  for (const char c : line) {
    if (c == '`') {
      inside = !inside;
      code.push_back(' ');
    } else if (inside) {
      code.push_back(c);
    }
  }
  return code;
}

std::vector<std::string> paths_in(const std::string& code, const std::vector<std::string>& tops) {
  static const std::regex separators(R"([\s,;:'"()=|]+)");
  std::vector<std::string> paths;
  for (std::sregex_token_iterator word(code.begin(), code.end(), separators, -1), end; word != end;
       ++word) {
    std::string path = *word;
    const bool is_path =
        std::ranges::any_of(tops, [&](const auto& top) { return path.starts_with(top); });
    const bool has_placeholder = path.find_first_of("<>*{}$[]") != std::string::npos;
    if (!is_path || has_placeholder) continue;
    if (path.ends_with('.')) path.pop_back();
    paths.push_back(std::filesystem::path(path).lexically_normal().string());
  }
  return paths;
}

}  // namespace

std::vector<Finding> faults_of_links(const File& page, const Exists& exists) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  std::vector<Finding> findings;
  bool in_block = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    if (is_fence(line)) in_block = !in_block;
    if (in_block) continue;
    for (std::sregex_iterator found(line.begin(), line.end(), link), end; found != end; ++found) {
      const std::string target = target_of(page.path, (*found)[1]);
      if (!target.empty() && !exists(target)) {
        findings.push_back(
            {page.path, i + 1, fmt::format("the link to {} is broken", (*found)[1].str())});
      }
    }
  }
  return findings;
}

std::vector<Finding> faults_of_paths(const File& page, const std::vector<std::string>& tops,
                                     const Exists& exists) {
  std::vector<Finding> findings;
  bool in_block = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    if (is_fence(line)) {
      in_block = !in_block;
      continue;
    }
    for (const std::string& path : paths_in(code_in(line, in_block), tops)) {
      if (!exists(path))
        findings.push_back({page.path, i + 1, fmt::format("names {}, which does not exist", path)});
    }
  }
  return findings;
}

}  // namespace tradepost::conventions
