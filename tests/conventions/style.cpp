#include "conventions/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace tradepost::conventions {
namespace {

using enum BannedWord::In;
using enum BannedWord::Where;

constexpr std::array all_banned = {
    BannedWord{"GTEST_SKIP", code, everywhere,
               "a test that runs; ./test installs its requirements"},
    BannedWord{"DISABLED_*", code, everywhere, "a test that runs, or delete it"},
    BannedWord{"this_thread::sleep_*", code, everywhere,
               "waiting for the event, or a clock from the test"},
    BannedWord{"usleep", code, everywhere, "waiting for the event, or a clock from the test"},
    BannedWord{"nanosleep", code, everywhere, "waiting for the event, or a clock from the test"},
    BannedWord{"throw ", code, product,
               "a Result (base/ground/result.hpp); CHECK for a programming error"},
    BannedWord{"assert", code, everywhere,
               "CHECK (base/ground/check.hpp), which holds in release builds too"},
    BannedWord{"NDEBUG", code, everywhere, "the same code in every build"},
    BannedWord{"std::endl", code, everywhere, "'\\n'; flush explicitly where it is needed"},
    BannedWord{"std::cout", code, product, "app/console/saying.hpp, in src/app only"},
    BannedWord{"std::cerr", code, product, "app/console/saying.hpp, in src/app only"},
    BannedWord{"fmt::print", code, commands,
               "app/console/saying.hpp, which escapes text from outside"},
    BannedWord{"sprintf", code, everywhere, "fmt::format"},
    BannedWord{"snprintf", code, everywhere, "fmt::format_to_n"},
    BannedWord{"strcpy", code, everywhere, "std::string"},
    BannedWord{"strcat", code, everywhere, "std::string"},
    BannedWord{"atoi", code, everywhere, "std::from_chars"},
    BannedWord{"atof", code, everywhere, "base/text/decimal.hpp"},
    BannedWord{"strtod", code, everywhere, "base/text/decimal.hpp"},
    BannedWord{"std::stoi", code, everywhere, "std::from_chars"},
    BannedWord{"std::stod", code, everywhere, "base/text/decimal.hpp"},
    BannedWord{"std::rand", code, everywhere, "a seeded std::mt19937_64 that is a parameter"},
    BannedWord{"srand", code, everywhere, "a seeded std::mt19937_64 that is a parameter"},
    BannedWord{"std::regex", code, product,
               "a plain scan: std::regex recurses as deep as the text is long"},
    BannedWord{"std::list", code, everywhere, "std::vector or std::deque"},
    BannedWord{"std::recursive_mutex", code, everywhere,
               "a private function that requires the lock"},
    BannedWord{"using namespace", code, everywhere, "the qualified names"},
    BannedWord{
        "std::atomic<std::shared_ptr*", code, everywhere,
        "a mutex and a count of changes, as in exchange/desk/live_directory.hpp: ThreadSanitizer "
        "reports a race in the one of libstdc++ 12"},
    BannedWord{"getenv", code, tests, "tests/support/run.hpp"},
    BannedWord{"__SANITIZE_*", code, tests, "is_sanitized of tests/support/run.hpp"},
    BannedWord{"volatile", code, everywhere, "std::atomic"},
    BannedWord{"NO|LINT*", text, everywhere,
               "code that passes clang-tidy, or one check less in .clang-tidy"},
    BannedWord{"TO|DO", text, everywhere, "the change itself, or an issue"},
    BannedWord{"FI|XME", text, everywhere, "the change itself, or an issue"},
    BannedWord{"HA|CK", text, everywhere, "a sentence with the reason"},
    BannedWord{"/w|ork/*", text, everywhere, "a path from the top of the tree"},
    BannedWord{"/r|oot/*", text, everywhere, "a path from the top of the tree"},
    BannedWord{"/h|ome/*", text, everywhere, "a path from the top of the tree"},
    BannedWord{"re|gistry.npmjs.org", text, everywhere, "the name of the package"},
    BannedWord{"de|b.debian.org", text, everywhere, "the name of the package"},
};

constexpr std::array<std::string_view, 12> empty_names = {
    "util",    "utils", "utility", "utilities", "common", "helper",
    "helpers", "misc",  "stuff",   "shared",    "lib",    "tools"};

constexpr std::size_t lines_max = 600;
constexpr std::size_t lines_of_header_max = 200;
constexpr std::size_t columns_max = 120;

// Returns true if a line contains a word. A word that ends with `*` also matches longer words.
bool has_word(std::string_view line, std::string_view word) {
  const bool is_prefix = word.ends_with('*');
  if (is_prefix) word.remove_suffix(1);
  for (auto at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !is_part_of_word(line[at - 1]) || !is_part_of_word(word.front());
    const auto end = at + word.size();
    const bool ends = is_prefix || end == line.size() || !is_part_of_word(line[end]) ||
                      !is_part_of_word(word.back());
    if (begins && ends) return true;
  }
  return false;
}

// Returns the number of characters, not bytes.
std::size_t columns_of(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Returns true for the sources of the binary, without tests.
bool is_product(const File& file) {
  return file.path.starts_with("src/") && !file.path.ends_with("_test.cpp");
}

bool is_place(const File& file, BannedWord::Where where) {
  switch (where) {
    case everywhere:
      return true;
    case product:
      return is_product(file);
    case commands:
      return is_product(file) && file.path.starts_with("src/app/");
    case tests:
      return (file.path.starts_with("tests/") || file.path.ends_with("_test.cpp")) &&
             file.path != "tests/support/run.hpp";
  }
  return false;
}

bool is_script(const File& file) {
  return !file.lines.empty() && file.lines[0].starts_with("#!");
}

bool is_source(const File& file) {
  constexpr std::array<std::string_view, 7> endings = {".cpp", ".hpp", ".cmake", ".sh",
                                                       ".mjs", ".ts",  ".tsx"};
  return is_script(file) ||
         std::ranges::any_of(endings, [&](auto ending) { return file.path.ends_with(ending); });
}

// JavaScript files have long lines, because tables contain prose and no formatter breaks them.
bool is_javascript(const File& file) {
  return file.path.ends_with(".mjs");
}

}  // namespace

std::string written(const BannedWord& banned) {
  std::string word(banned.word);
  std::erase(word, '|');
  return word;
}

std::span<const BannedWord> banned_words() {
  return all_banned;
}

std::vector<Finding> faults_of_words(const File& file, std::span<const BannedWord> words) {
  std::vector<Finding> findings;
  const auto code_lines = is_cpp(file) ? code_of(file) : std::vector<std::string>{};
  for (const BannedWord& word : words) {
    if (!is_place(file, word.where)) continue;
    const auto& lines = word.in == code ? code_lines : file.lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!has_word(lines[i], written(word))) continue;
      findings.push_back(
          {file.path, i + 1, fmt::format("{}: instead, {}", written(word), word.instead)});
    }
  }
  return findings;
}

std::vector<Finding> faults_of_shape(const File& file) {
  std::vector<Finding> findings;
  if (!is_source(file)) return findings;
  const auto bound = is_header(file) ? lines_of_header_max : lines_max;
  if (file.lines.size() > bound) {
    findings.push_back(
        {file.path, 0,
         fmt::format("{} lines, at most {}: split it by purpose", file.lines.size(), bound)});
  }
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (!is_javascript(file) && columns_of(file.lines[i]) > columns_max) {
      findings.push_back({file.path, i + 1, fmt::format("longer than {} characters", columns_max)});
    }
    if (file.lines[i].find('\t') != std::string::npos)
      findings.push_back({file.path, i + 1, "a tab: write spaces"});
  }
  if (is_header(file) && (file.lines.empty() || file.lines[0] != "#pragma once")) {
    findings.push_back({file.path, 1, "a header begins with #pragma once"});
  }
  return findings;
}

std::vector<Finding> faults_of_name(const File& file) {
  std::vector<Finding> findings;
  std::string_view rest = file.path;
  while (!rest.empty()) {
    const auto slash = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, slash);
    const std::string_view stem = part.substr(0, part.find('.'));
    if (std::ranges::find(empty_names, stem) != empty_names.end()) {
      findings.push_back(
          {file.path, 0, fmt::format("`{}` has no meaning: name the contents", stem)});
    }
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  const bool is_snake =
      std::ranges::none_of(file.path, [](unsigned char c) { return std::isupper(c); });
  if (is_cpp(file) && !is_snake)
    findings.push_back({file.path, 0, "files are named in snake_case"});
  return findings;
}

}  // namespace tradepost::conventions
