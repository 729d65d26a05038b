#include "conventions/citations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

namespace tradepost::conventions {
namespace {

// Returns `contract` for docs/reference/contract.md and docs/reference/contract/4-sending.md.
std::optional<std::string> cited_as(const File& file) {
  static const std::regex grammar(R"(docs/(?:[a-z-]+/)?([a-z-]+)(\.md|/\d\d?-[^/]*\.md))");
  std::smatch found;
  if (!std::regex_match(file.path, found, grammar)) return std::nullopt;
  return found[1].str();
}

// Returns the number of the paragraph that a line of a page begins.
std::optional<std::string> paragraph_at(const std::string& line) {
  static const std::regex grammar(R"((?:#{1,4} |\*\*|- \*\*)(\d+(?:\.\d+)*)\.? .*)");
  std::smatch found;
  if (!std::regex_match(line, found, grammar)) return std::nullopt;
  return found[1].str();
}

// A line without its comment mark: it may continue the citation of the previous line.
std::string without_comment_mark(const std::string& line) {
  const auto begin = line.find_first_not_of(" /#*");
  return begin == std::string::npos ? std::string() : line.substr(begin);
}

std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex number(R"(\d+(?:\.\d+)*)");
  std::vector<std::string> numbers;
  for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found)
    numbers.push_back(found->str());
  return numbers;
}

// Former names of pages. A number after another word may be anything.
constexpr std::array<std::string_view, 4> gone = {"decision", "decisions", "interface", "stores"};

// A fast test that excludes most lines.
bool may_cite(const std::string& line, const Paragraphs& paragraphs) {
  const auto has = [&](std::string_view word) { return line.find(word) != std::string::npos; };
  return has(".md") || std::ranges::any_of(gone, has) ||
         std::ranges::any_of(paragraphs, [&](const auto& page) { return has(page.first); });
}

// The faults of one citation, which may name several paragraphs.
std::vector<std::string> wrong_with(const std::smatch& citation, const Paragraphs& paragraphs) {
  const std::string word = citation[1];
  const std::string cited = citation[3];
  const auto page = paragraphs.find(word);
  std::vector<std::string> texts;
  if (page == paragraphs.end()) {
    const bool is_page_name = citation[2].length() > 0;
    const bool is_gone = std::ranges::find(gone, word) != gone.end();
    if (is_page_name || (is_gone && cited.find('.') != std::string::npos)) {
      texts.push_back(
          fmt::format("cites {}, which is not a page with numbered paragraphs", citation.str()));
    }
    return texts;
  }
  for (const std::string& number : numbers_in(cited)) {
    if (!page->second.contains(number))
      texts.push_back(fmt::format("cites {} {}, which does not exist", word, number));
  }
  return texts;
}

}  // namespace

std::set<std::string> paragraphs_in(const File& page) {
  std::set<std::string> numbers;
  bool in_block = false;
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) in_block = !in_block;
    if (in_block) continue;
    if (auto number = paragraph_at(line)) numbers.insert(*std::move(number));
  }
  return numbers;
}

Paragraphs paragraphs_of(const std::vector<File>& files) {
  Paragraphs paragraphs;
  for (const File& file : files) {
    const auto page = cited_as(file);
    if (!page) continue;
    auto numbers = paragraphs_in(file);
    if (!numbers.empty()) paragraphs[*page].merge(std::move(numbers));
  }
  return paragraphs;
}

std::vector<Finding> faults_of_citations(const File& file, const Paragraphs& paragraphs) {
  static const std::regex grammar(
      R"(\b([a-z][a-z-]*)((?:\.md)?),? (\d+(?:\.\d+)*(?:(?:,? (?:and|to|or) |, )\d+\.\d+)*))");
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (!may_cite(file.lines[i], paragraphs)) continue;
    std::string text = file.lines[i];
    const auto here = static_cast<std::ptrdiff_t>(text.size());
    if (i + 1 < file.lines.size()) text += ' ' + without_comment_mark(file.lines[i + 1]);
    for (std::sregex_iterator found(text.begin(), text.end(), grammar), end; found != end;
         ++found) {
      if (found->position() >= here) break;
      for (std::string& wrong : wrong_with(*found, paragraphs))
        findings.push_back({file.path, i + 1, std::move(wrong)});
    }
  }
  return findings;
}

std::vector<Finding> faults_of_own_citations(const File& file, const std::set<std::string>& own) {
  static const std::regex grammar(R"(\((?:see )?(\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)\))");
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    for (std::sregex_iterator found(line.begin(), line.end(), grammar), end; found != end;
         ++found) {
      for (const std::string& number : numbers_in((*found)[1])) {
        if (own.contains(number)) continue;
        findings.push_back(
            {file.path, i + 1, fmt::format("cites {}, which does not exist", number)});
      }
    }
  }
  return findings;
}

std::vector<Finding> faults_of_numbers(const std::vector<File>& files) {
  std::map<std::pair<std::string, std::string>, std::string> places;
  std::vector<Finding> findings;
  for (const File& file : files) {
    const auto page = cited_as(file);
    if (!page) continue;
    bool in_block = false;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (file.lines[i].starts_with("```")) in_block = !in_block;
      const auto number = in_block ? std::nullopt : paragraph_at(file.lines[i]);
      if (!number) continue;
      const auto [place, is_new] =
          places.emplace(std::pair(*page, *number), fmt::format("{}:{}", file.path, i + 1));
      if (!is_new) {
        findings.push_back(
            {file.path, i + 1, fmt::format("{} is the number of {}", *number, place->second)});
      }
    }
  }
  return findings;
}

}  // namespace tradepost::conventions
