#include "conventions/tree.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "tests/source_dir.hpp"

namespace tradepost::conventions {
namespace {

// Data and generated files are not checked.
constexpr std::array<std::string_view, 2> not_checked = {"fuzz/corpus/*", "*package-lock.json"};

// Asks git, which knows the ignored files. The tree may belong to another user.
std::vector<std::string> paths_in_git() {
  const std::string command = fmt::format(
      "git -c safe.directory='*' -C '{}' ls-files -z --cached --others --exclude-standard",
      source_dir());
  const auto close = [](FILE* pipe) { return pclose(pipe); };
  const std::unique_ptr<FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  std::vector<std::string> paths(1);
  for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) {
    if (c == 0) {
      paths.emplace_back();
    } else {
      paths.back().push_back(static_cast<char>(c));
    }
  }
  paths.pop_back();
  std::ranges::sort(paths);
  return paths;
}

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_checked(const std::string& path) {
  return std::ranges::none_of(not_checked,
                              [&](auto pattern) { return glob_matches(pattern, path); });
}

std::vector<File> read_tree() {
  std::vector<File> files;
  for (const std::string& path : paths_in_git()) {
    const std::filesystem::path place = std::filesystem::path(source_dir()) / path;
    if (!is_checked(path) || !std::filesystem::is_regular_file(place)) continue;
    files.push_back(file_of(path, contents_of(place)));
    using std::filesystem::perms;
    files.back().is_executable = (status(place).permissions() & perms::owner_exec) != perms::none;
  }
  return files;
}

// The state of the scan of code_of between two characters.
enum class Within : std::uint8_t { code, line_comment, block_comment, text, character, raw_text };

// Removes comments and quoted text. Keeps its state from line to line.
class Scan {
 public:
  std::string code_in(const std::string& line) {
    std::string code;
    if (within_ == Within::line_comment) within_ = Within::code;
    for (std::size_t i = 0; i < line.size();) i += step(line, i, code);
    if (within_ == Within::text || within_ == Within::character) within_ = Within::code;
    return code;
  }

 private:
  // Consumes at least one character, and appends it to `code` if it is code. Returns the number of
  // consumed characters.
  std::size_t step(const std::string& line, std::size_t i, std::string& code) {
    const std::string_view rest = std::string_view(line).substr(i);
    switch (within_) {
      case Within::code:
        return step_in_code(rest, code);
      case Within::line_comment:
        return rest.size();
      case Within::block_comment:
        return leave_at("*/", rest);
      case Within::raw_text:
        return leave_at(raw_end_, rest);
      case Within::text:
        return rest[0] == '\\' ? 2 : leave_at("\"", rest);
      case Within::character:
        return rest[0] == '\\' ? 2 : leave_at("'", rest);
    }
    return rest.size();
  }

  std::size_t step_in_code(std::string_view rest, std::string& code) {
    if (rest.starts_with("//")) return enter(Within::line_comment, 2);
    if (rest.starts_with("/*")) return enter(Within::block_comment, 2);
    if (rest.starts_with("R\"")) {
      const std::size_t open = rest.find('(');
      if (open != std::string_view::npos) {
        raw_end_ = fmt::format("){}\"", rest.substr(2, open - 2));
        return enter(Within::raw_text, open + 1);
      }
    }
    if (rest[0] == '"') return enter(Within::text, 1);
    // A quote after a digit or letter separates the digits of a number, as in 1'000.
    const bool separates_digits =
        !code.empty() && std::isalnum(static_cast<unsigned char>(code.back()));
    if (rest[0] == '\'' && !separates_digits) return enter(Within::character, 1);
    code.push_back(rest[0]);
    return 1;
  }

  std::size_t enter(Within within, std::size_t taken) {
    within_ = within;
    return taken;
  }

  std::size_t leave_at(std::string_view end, std::string_view rest) {
    if (!rest.starts_with(end)) return 1;
    within_ = Within::code;
    return end.size();
  }

  Within within_ = Within::code;
  std::string raw_end_;
};

}  // namespace

File file_of(std::string path, std::string_view text) {
  File file{.path = std::move(path), .lines = {}};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    file.lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return file;
}

const std::vector<File>& tree() {
  static const std::vector<File> files = read_tree();
  return files;
}

const File& file_at(std::string_view path) {
  const auto found = std::ranges::find(tree(), path, &File::path);
  if (found == tree().end()) {
    ADD_FAILURE() << "there is no " << path;
    static const File none;
    return none;
  }
  return *found;
}

bool is_header(const File& file) {
  return file.path.ends_with(".hpp");
}
bool is_cpp(const File& file) {
  return is_header(file) || file.path.ends_with(".cpp");
}
bool is_page(const File& file) {
  return file.path.ends_with(".md");
}

bool glob_matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t taken = star; taken <= text.size(); ++taken) {
    if (glob_matches(rest, text.substr(taken))) return true;
  }
  return false;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::vector<std::string> parted(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::vector<std::string> code_of(const File& file) {
  Scan scan;
  std::vector<std::string> code;
  code.reserve(file.lines.size());
  for (const std::string& line : file.lines) code.push_back(scan.code_in(line));
  return code;
}

std::vector<Finding> in_whole_tree(const std::function<std::vector<Finding>(const File&)>& rule) {
  std::vector<Finding> findings;
  for (const File& file : tree()) {
    for (Finding& finding : rule(file)) findings.push_back(std::move(finding));
  }
  return findings;
}

std::string text_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += finding.line == 0
                ? fmt::format("{}: {}\n", finding.path, finding.text)
                : fmt::format("{}:{}: {}\n", finding.path, finding.line, finding.text);
  }
  return text;
}

}  // namespace tradepost::conventions
