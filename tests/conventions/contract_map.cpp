#include "conventions/contract_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <regex>
#include <string_view>
#include <utility>

namespace tradepost::conventions {
namespace {

// Adds the numbers of the comment that begins in this line. It ends with a full stop.
void add_cited(const File& file, std::size_t line, std::set<std::string>& numbers) {
  static const std::regex number(R"(\d+\.\d+)");
  for (; line < file.lines.size(); ++line) {
    const std::string& text = file.lines[line];
    for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found)
      numbers.insert(found->str());
    if (text.ends_with('.')) return;
  }
}

struct Paragraph {
  std::string number;  // 4.10
  std::string subject;
  std::string page;
};

// Returns the paragraphs of the chapters, in the order of their numbers.
std::vector<Paragraph> paragraphs_of_chapters(const std::vector<File>& files) {
  static const std::regex heading(R"(## ((\d+)\.(\d+)) (.+))");
  std::map<std::string, Paragraph> ordered;  // by 04.10
  for (const File& file : files) {
    if (!file.path.starts_with("docs/reference/contract/")) continue;
    std::smatch found;
    for (const std::string& line : file.lines) {
      if (!std::regex_match(line, found, heading)) continue;
      ordered[fmt::format("{:0>2}.{:0>2}", found[2].str(), found[3].str())] = {found[1], found[4],
                                                                               file.path};
    }
  }
  std::vector<Paragraph> paragraphs;
  for (auto& [number, paragraph] : ordered) paragraphs.push_back(std::move(paragraph));
  return paragraphs;
}

// The files of tests, for each paragraph that has any.
using Coverage = std::map<std::string, std::set<std::string>>;

Coverage coverage_of(const std::vector<File>& files) {
  Coverage coverage;
  for (const File& file : files) {
    for (const std::string& number : covered_by(file)) coverage[number].insert(file.path);
  }
  return coverage;
}

constexpr std::string_view introduction =
    R"(# Tests of each paragraph of the contract

Each row names the files of the tests that fail if the exchange breaks the paragraph of the
[contract](../reference/contract.md). `./test --refresh conventions` generates the page from their comments, such as
`Covers contract 2.1, 4.9 and 4.10.` `tests/conventions/` fails if the page is stale or a paragraph has no test.

The suite `Leak` has the tests for leaks, and the suite `Loss` those for losses.
`tests/modules/conformance/` also tests most of the chapters 1 and 3 to 9. It sends random commands and compares all
answers and all visible data with an oracle, which shares no rule with the exchange.

| paragraph | subject | tests |
|---|---|---|
)";

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

std::set<std::string> covered_by(const File& file) {
  std::set<std::string> numbers;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    if (line.starts_with("// Covers contract ") || line.starts_with("# Covers contract "))
      add_cited(file, i, numbers);
  }
  return numbers;
}

std::string contract_map(const std::vector<File>& files) {
  Coverage coverage = coverage_of(files);
  std::string page(introduction);
  for (const Paragraph& paragraph : paragraphs_of_chapters(files)) {
    page += fmt::format("| {} | {} | `{}` |\n", paragraph.number, paragraph.subject,
                        fmt::join(coverage[paragraph.number], "`, `"));
  }
  return page;
}

std::vector<Finding> faults_of_coverage(const std::vector<File>& files) {
  const Coverage coverage = coverage_of(files);
  std::vector<Finding> findings;
  for (const Paragraph& paragraph : paragraphs_of_chapters(files)) {
    if (!coverage.contains(paragraph.number))
      findings.push_back({paragraph.page, 0, fmt::format("{} has no test", paragraph.number)});
  }
  return findings;
}

}  // namespace tradepost::conventions
