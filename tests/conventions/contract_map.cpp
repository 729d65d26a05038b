#include "conventions/contract_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <regex>

namespace tradepost::conventions {
namespace {

using Cells = std::vector<std::string>;

// Returns the rows of tables with so many columns, by their line, without heads and the lines below
// them.
std::map<std::size_t, Cells> rows_of(const File& page, std::size_t columns) {
  std::map<std::size_t, Cells> rows;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    const bool is_head = i + 1 < page.lines.size() && page.lines[i + 1].starts_with("|--");
    if (!line.starts_with("| ") || !line.ends_with(" |") || is_head) continue;
    Cells cells = parted(std::string_view(line).substr(1, line.size() - 2), '|');
    if (cells.size() == columns) rows[i] = std::move(cells);
  }
  return rows;
}

// Returns the words in backticks, in their order.
std::vector<std::string> words_of(const std::string& cell) {
  std::vector<std::string> words;
  auto begin = cell.find('`');
  while (begin != std::string::npos) {
    const auto end = cell.find('`', begin + 1);
    if (end == std::string::npos) break;
    words.push_back(cell.substr(begin + 1, end - begin - 1));
    begin = cell.find('`', end + 1);
  }
  return words;
}

bool is_path(const std::string& word) {
  return word.find('/') != std::string::npos;
}

std::string suite_of(const std::string& test) {
  return test.substr(0, test.find('.'));
}

// Returns true for suites such as Decision_4_10: a word and then numbers only.
bool is_numbered(const std::string& suite) {
  const auto first = suite.find('_');
  if (first == std::string::npos || first + 1 == suite.size()) return false;
  return std::all_of(suite.begin() + static_cast<std::ptrdiff_t>(first), suite.end(),
                     [](unsigned char c) { return c == '_' || std::isdigit(c) != 0; });
}

// The tests of each file, read at the first request.
class Sources {
 public:
  explicit Sources(const std::vector<File>& files) : files_(files) {}

  // Returns nullptr if the file does not exist.
  const std::set<std::string>* tests_of(const std::string& path) {
    const auto file = std::ranges::find(files_, path, &File::path);
    if (file == files_.end()) return nullptr;
    const auto [at, is_new] = tests_.try_emplace(path);
    if (is_new) at->second = tests_in(*file);
    return &at->second;
  }

 private:
  const std::vector<File>& files_;
  std::map<std::string, std::set<std::string>> tests_;
};

class Row {
 public:
  Row(const File& map, std::size_t line, Sources& sources)
      : map_(map), line_(line), sources_(sources) {}

  std::vector<Finding> faults(const std::string& cell) && {
    for (const std::string& word : words_of(cell)) {
      if (is_path(word)) {
        enter(word);
      } else {
        expect(word);
      }
    }
    if (!holds_) tell("names no test");
    return std::move(findings_);
  }

 private:
  void enter(const std::string& path) {
    path_ = path;
    holds_ = true;
    tests_ = sources_.tests_of(path);
    if (tests_ == nullptr) tell(fmt::format("names {}, which is not there", path));
  }

  void expect(const std::string& test) {
    holds_ = true;
    if (path_.empty()) {
      tell(fmt::format("names {} and not its file", test));
    } else if (tests_ != nullptr && !tests_->contains(test)) {
      tell(fmt::format("names {}, which {} does not have", test, path_));
    }
  }

  void tell(std::string text) { findings_.push_back({map_.path, line_ + 1, std::move(text)}); }

  const File& map_;
  const std::size_t line_;
  Sources& sources_;
  std::string path_;
  const std::set<std::string>* tests_ = nullptr;  // of path_; nullptr if that does not exist
  bool holds_ = false;
  std::vector<Finding> findings_;
};

}  // namespace

std::set<std::string> tests_in(const File& file) {
  static const std::regex grammar(R"(\bTEST(?:_F|_P)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\))");
  std::string code;
  if (is_cpp(file)) {
    for (const std::string& line : code_of(file)) code += line + '\n';
  }
  std::set<std::string> tests;
  // The search for this word is fast. The grammar at every letter took most of the suite's time.
  constexpr std::string_view beginning = "TEST";
  std::smatch found;
  for (auto at = code.find(beginning); at != std::string::npos; at = code.find(beginning, at + 1)) {
    auto flags = std::regex_constants::match_continuous;
    if (at > 0) flags |= std::regex_constants::match_prev_avail;
    const auto begin = code.cbegin() + static_cast<std::ptrdiff_t>(at);
    if (std::regex_search(begin, code.cend(), found, grammar, flags))
      tests.insert(fmt::format("{}.{}", found[1].str(), found[2].str()));
  }
  return tests;
}

std::vector<Finding> faults_of_map(const File& map, const std::vector<File>& files) {
  Sources sources(files);
  std::vector<Finding> findings;
  for (const auto& [line, cells] : rows_of(map, 3)) {
    std::ranges::move(Row(map, line, sources).faults(cells.back()), std::back_inserter(findings));
  }
  return findings;
}

std::vector<Finding> faults_of_rows(const File& map, const std::set<std::string>& paragraphs) {
  std::vector<Finding> findings;
  std::set<std::string> without_row;
  for (const std::string& number : paragraphs)
    if (number.find('.') != std::string::npos) without_row.insert(number);
  for (const auto& [line, cells] : rows_of(map, 3)) {
    without_row.erase(cells.front());
    if (!paragraphs.contains(cells.front())) {
      findings.push_back(
          {map.path, line + 1, fmt::format("is about {}, which is no paragraph", cells.front())});
    }
  }
  for (const std::string& number : without_row)
    findings.push_back({map.path, 0, fmt::format("has no row about {}", number)});
  return findings;
}

std::vector<Finding> faults_of_suite_numbers(const std::vector<File>& files,
                                             const std::set<std::string>& paragraphs) {
  std::vector<Finding> findings;
  for (const File& file : files) {
    std::set<std::string> suites;
    for (const std::string& test : tests_in(file)) suites.insert(suite_of(test));
    for (const std::string& suite : suites) {
      if (!is_numbered(suite)) continue;
      std::string number = suite.substr(suite.find('_') + 1);
      std::ranges::replace(number, '_', '.');
      if (paragraphs.contains(number)) continue;
      findings.push_back({file.path, 0, fmt::format("{} has the number of no paragraph", suite)});
    }
  }
  return findings;
}

std::vector<Finding> faults_of_numbered_suites(const File& map, const std::vector<File>& files) {
  std::set<std::string> known;
  for (const auto& [line, cells] : rows_of(map, 3)) {
    for (const std::string& word : words_of(cells.back())) known.insert(suite_of(word));
  }
  std::vector<Finding> findings;
  for (const File& file : files) {
    std::set<std::string> suites;
    for (const std::string& test : tests_in(file)) suites.insert(suite_of(test));
    for (const std::string& suite : suites) {
      if (!is_numbered(suite) || known.contains(suite)) continue;
      findings.push_back({file.path, 0, fmt::format("{} is not on {}", suite, map.path)});
    }
  }
  return findings;
}

}  // namespace tradepost::conventions
