#include "conventions/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace tradepost::conventions {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Returns the characters from `at` on that `belongs` accepts.
template <typename Belongs>
std::string_view run_at(std::string_view text, std::size_t at, Belongs belongs) {
  std::size_t end = at;
  while (end < text.size() && belongs(text[end])) ++end;
  return text.substr(at, end - at);
}

// Returns the numbers with two parts in a text: 2.1, 2.14.
std::set<std::string> paragraph_numbers_in(std::string_view text) {
  std::set<std::string> numbers;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto number = run_at(text, i, [](char c) { return is_digit(c) || c == '.'; });
    if (number.empty()) continue;
    const auto dot = number.find('.');
    if (dot > 0 && dot < number.size() - 1) numbers.emplace(number);
    i += number.size();
  }
  return numbers;
}

// Returns `contract/2-endpoints.md` for a row `| [2. Endpoints](contract/2-endpoints.md) | … |`.
std::string link_in(std::string_view cell) {
  const auto begin = cell.find("](");
  const auto end = cell.find(')', begin == std::string_view::npos ? cell.size() : begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(cell.substr(begin + 2, end - begin - 2));
}

// Returns each text that begins with `prefix` and continues with characters that `belongs` accepts.
template <typename Belongs>
std::vector<std::string> prefixed_in(std::string_view line, std::string_view prefix,
                                     Belongs belongs) {
  std::vector<std::string> names;
  for (auto at = line.find(prefix); at != std::string_view::npos; at = line.find(prefix, at + 1)) {
    if (at > 0 && (is_part_of_word(line[at - 1]) || line[at - 1] == '/')) continue;
    names.emplace_back(run_at(line, at, belongs));
  }
  return names;
}

constexpr std::string_view metric_prefix = "tradepost_";
constexpr std::array<std::string_view, 3> cookies = {"tradepost_session", "tradepost_device",
                                                     "tradepost_sign_in"};

bool is_of_name(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void add_metrics(const File& file, std::string_view quote, std::set<std::string>& metrics) {
  const std::string beginning = std::string(quote) + std::string(metric_prefix);
  for (const std::string& line : file.lines) {
    for (auto at = line.find(beginning); at != std::string::npos;
         at = line.find(beginning, at + 1)) {
      metrics.emplace(run_at(line, at + quote.size(), is_of_name));
    }
  }
}

struct VersionPlace {
  std::string_view path;
  std::string_view before;  // the text before the version
};

constexpr std::array version_places = {
    VersionPlace{"clients/typescript/package.json", "  \"version\": \""},
    VersionPlace{"clients/python/pyproject.toml", "version = \""},
    VersionPlace{"clients/python/tradepost/__init__.py", "__version__ = \""},
    VersionPlace{"clients/php/composer.json", "    \"version\": \""},
};

}  // namespace

std::vector<Finding> faults_of_contents(const File& contents, const std::vector<File>& files) {
  std::vector<Finding> findings;
  std::set<std::string> listed;
  for (std::size_t i = 0; i < contents.lines.size(); ++i) {
    const auto cells = parted(contents.lines[i], '|');
    const std::string link = cells.size() == 4 ? link_in(cells[1]) : std::string();
    const std::string path = "docs/reference/" + link;
    const auto chapter = std::ranges::find(files, path, &File::path);
    if (link.empty() || chapter == files.end()) continue;
    listed.insert(path);
    std::set<std::string> paragraphs;
    for (const std::string& number : paragraphs_in(*chapter))
      paragraphs.merge(paragraph_numbers_in(number));
    const auto named = paragraph_numbers_in(cells[2]);
    for (const std::string& number : paragraphs) {
      if (!named.contains(number))
        findings.push_back({contents.path, i + 1, fmt::format("omits {} of {}", number, path)});
    }
    for (const std::string& number : named) {
      if (!paragraphs.contains(number))
        findings.push_back(
            {contents.path, i + 1, fmt::format("{} does not have {}", path, number)});
    }
  }
  for (const File& file : files) {
    if (file.path.starts_with("docs/reference/contract/") && !listed.contains(file.path))
      findings.push_back({contents.path, 0, fmt::format("omits {}", file.path)});
  }
  return findings;
}

std::vector<Finding> faults_of_named_pages(const File& file, const std::set<std::string>& pages) {
  std::vector<Finding> findings;
  const auto is_of_path = [](char c) {
    return is_part_of_word(c) || c == '/' || c == '-' || c == '.';
  };
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    for (std::string path : prefixed_in(file.lines[i], "docs/", is_of_path)) {
      while (path.ends_with('.')) path.pop_back();
      if (path.ends_with(".md") && !pages.contains(path))
        findings.push_back({file.path, i + 1, fmt::format("names {}, which does not exist", path)});
    }
  }
  return findings;
}

std::set<std::string> metrics_in(const std::vector<File>& files) {
  std::set<std::string> metrics;
  for (const File& file : files) {
    const bool is_product =
        is_cpp(file) && file.path.starts_with("src/") && !file.path.ends_with("_test.cpp");
    if (is_product) add_metrics(file, "\"", metrics);
  }
  for (const std::string_view cookie : cookies) metrics.erase(std::string(cookie));
  metrics.erase(std::string(metric_prefix));
  return metrics;
}

std::set<std::string> metrics_on(const File& page) {
  std::set<std::string> metrics;
  add_metrics(page, "`", metrics);
  return metrics;
}

std::string project_version(const File& cmake_lists) {
  constexpr std::string_view before = "project(tradepost VERSION ";
  for (const std::string& line : cmake_lists.lines) {
    if (!line.starts_with(before)) continue;
    return std::string(run_at(line, before.size(), [](char c) { return is_digit(c) || c == '.'; }));
  }
  return {};
}

std::vector<Finding> faults_of_versions(const std::vector<File>& files,
                                        const std::string& version) {
  std::vector<Finding> findings;
  for (const VersionPlace& place : version_places) {
    const auto file = std::ranges::find(files, place.path, &File::path);
    const std::string wanted = std::string(place.before) + version + "\"";
    const bool has_it =
        file != files.end() && std::ranges::any_of(file->lines, [&](const auto& line) {
          return line.starts_with(wanted);
        });
    if (!has_it) {
      findings.push_back(
          {std::string(place.path), 0, fmt::format("has another version than {}", version)});
    }
  }
  return findings;
}

}  // namespace tradepost::conventions
