// Generates docs/reference/commands.md from --help, except its introduction. `./test --refresh
// commands` writes the page; read the diff before you commit it.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "commands/trading.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::commands_tests {

using served::Desk;
using served::lines_of;

namespace {

using Lines = std::vector<std::string>;

struct Option {
  std::string words;    // --limit N:POSITIVE=25 Excludes: --all
  std::string meaning;  // The maximum number of entries

  bool operator==(const Option&) const = default;
};

struct Help {
  std::string meaning;
  std::string usage;
  std::vector<Option> arguments;  // with --help and options of a group such as `Habits`
  std::vector<Option> exchange_options;
  Lines commands;
  Lines footer;
};

constexpr std::size_t meaning_column = 30;

bool is_heading(const std::string& line) {
  return line.ends_with(':') && !line.starts_with(' ') && !line.starts_with("Example") &&
         line.find(' ') == std::string::npos;
}

bool is_meaning(const std::string& line) {
  return line.starts_with(std::string(meaning_column, ' '));
}

// Reads an option such as `  --out DIR       Write each …`. If the words are long, the next line
// has the meaning.
Option option_at(const Lines& lines, std::size_t at) {
  const std::string& line = lines[at];
  if (at + 1 < lines.size() && is_meaning(lines[at + 1]))
    return {.words = line.substr(2), .meaning = lines[at + 1].substr(meaning_column)};
  std::string words = line.substr(2, meaning_column - 2);
  words.erase(words.find_last_not_of(' ') + 1);
  return {.words = std::move(words), .meaning = line.substr(std::min(meaning_column, line.size()))};
}

// Parses the output of CLI11: the meaning, the usage, sections with indented lines, and the footer.
Help help_of(const std::string& path) {
  const Lines lines = lines_of(Desk().tradepost(path + " --help").out);
  Help help;
  help.meaning = lines.at(0);
  help.usage = lines.at(1).substr(std::string("Usage: ").size());
  std::string section;
  std::size_t i = 2;
  for (; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line.empty() || is_meaning(line)) continue;
    if (is_heading(line) || line == "Exchange options:") {
      section = line;
    } else if (!line.starts_with("  ") || line.starts_with("Example")) {
      break;
    } else if (section == "Subcommands:") {
      help.commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    } else if (section == "Exchange options:") {
      help.exchange_options.push_back(option_at(lines, i));
    } else if (!line.starts_with("  -h,--help")) {
      help.arguments.push_back(option_at(lines, i));
    }
  }
  help.footer.assign(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end());
  while (!help.footer.empty() && help.footer.back().empty()) help.footer.pop_back();
  return help;
}

// Escapes vertical bars: they separate cells in a table, also inside code.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string table_of(const std::vector<Option>& options) {
  if (options.empty()) return {};
  std::string table = "\n| argument | meaning |\n|---|---|\n";
  for (const Option& option : options)
    table += "| `" + cell(option.words) + "` | " + cell(option.meaning) + " |\n";
  return table;
}

// Returns text as paragraphs, and indented lines, which are examples, as blocks of code.
std::string text_of(const Lines& lines) {
  std::string text;
  bool in_block = false;
  for (const std::string& line : lines) {
    const bool is_code = line.starts_with("  ");
    if (is_code != in_block) text += is_code ? "\n```text\n" : "```\n";
    in_block = is_code;
    text += (is_code ? line.substr(2) : line) + "\n";
  }
  return text + (in_block ? "```\n" : "");
}

std::vector<Option> without(const std::vector<Option>& options, const std::vector<Option>& known) {
  std::vector<Option> others;
  for (const Option& option : options) {
    if (std::ranges::find(known, option) == known.end()) others.push_back(option);
  }
  return others;
}

class Page {
 public:
  Page() : settings_(help_of("serve").arguments), exchange_(help_of("list").exchange_options) {}

  std::string text() {
    const Help program = help_of("");
    text_ += "| command | purpose |\n|---|---|\n";
    for (const std::string& command : program.commands)
      text_ += "| [" + command + "](#" + command + ") | " + help_of(command).meaning + " |\n";
    text_ += "\n## Exchange options\n\nCommands that connect to an exchange have these options.\n";
    text_ += table_of(exchange_);
    for (const std::string& command : program.commands) add(command, "## ");
    return std::move(text_);
  }

 private:
  void add(const std::string& path, const std::string& mark) {
    const Help help = help_of(path);
    text_ += "\n" + mark + path + "\n\n" + help.meaning + ".\n";
    std::vector<Option> rows = help.arguments;
    std::string more;
    if (path == "init" || path == "config") {
      rows = without(rows, settings_);
      more = ", with the settings of [serve](#serve)";
    }
    if (!help.exchange_options.empty()) {
      for (Option& option : without(help.exchange_options, exchange_))
        rows.push_back(std::move(option));
      more = ", with the [exchange options](#exchange-options)";
    }
    if (help.commands.empty()) text_ += "\nUsage: `" + help.usage + "`" + more + "\n";
    text_ += table_of(rows);
    if (!help.footer.empty()) text_ += "\n" + text_of(help.footer);
    for (const std::string& command : help.commands) add(path + " " + command, "### ");
  }

  std::vector<Option> settings_;
  std::vector<Option> exchange_;
  std::string text_;
};

constexpr std::string_view mark = "<!-- Generated from --help: ./test --refresh commands -->\n\n";

TEST(PageOfCommands, is_the_help_of_the_commands) {
  const std::string path = source_dir() + "/docs/reference/commands.md";
  std::ifstream file(path, std::ios::binary);
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  const auto at = page.find(mark);
  ASSERT_NE(at, std::string::npos);
  const std::string wanted = page.substr(0, at + mark.size()) + Page().text();
  if (run::writes_goldens()) {
    std::ofstream(path, std::ios::binary) << wanted;
  } else {
    EXPECT_TRUE(page == wanted) << path << "; ./test --refresh commands writes it";
  }
}

}  // namespace
}  // namespace tradepost::commands_tests
