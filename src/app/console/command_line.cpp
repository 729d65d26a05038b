#include "app/console/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "app/console/nearest_word.hpp"
#include "app/console/saying.hpp"
#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

// CLI11 shows the words of a choice after the type: WORD:{LIVE,TEST}.
std::vector<std::string> words_in(std::string_view type) {
  const auto begin = type.find('{');
  const auto end = type.rfind('}');
  std::vector<std::string> words;
  if (begin == std::string_view::npos || end == std::string_view::npos) return words;
  type = type.substr(begin + 1, end - begin - 1);
  while (!type.empty()) {
    const auto comma = std::min(type.find(','), type.size());
    words.emplace_back(type.substr(0, comma));
    type.remove_prefix(std::min(comma + 1, type.size()));
  }
  return words;
}

bool names_a_file(std::string_view type) {
  return type.starts_with("FILE") || type.starts_with("DIR") || type.starts_with("TARGET") ||
         type.starts_with("BACKUP") || type.starts_with("PATH");
}

OptionWords words_of(const CLI::Option& option) {
  OptionWords words;
  for (const auto& name : option.get_snames()) words.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) words.names.push_back("--" + name);
  words.meaning = option.get_description();
  const std::string type = option.get_type_name();
  words.words = words_in(type);
  if (option.get_items_expected_max() == 0) {
    words.takes = Takes::nothing;
  } else if (!words.words.empty()) {
    words.takes = Takes::words;
  } else {
    words.takes = names_a_file(type) ? Takes::files : Takes::anything;
  }
  return words;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

CommandWords words_of(const CLI::App& app, const std::string& path) {
  CommandWords words{
      .path = path, .meaning = app.get_description(), .commands = {}, .options = {}, .values = {}};
  for (const CLI::App* command : commands_of(app)) {
    words.commands.push_back(
        words_of(*command, path.empty() ? command->get_name() : path + " " + command->get_name()));
  }
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      OptionWords values = words_of(*option);
      if (words.values.takes == Takes::nothing) words.values = std::move(values);
    } else {
      words.options.push_back(words_of(*option));
    }
  }
  return words;
}

void print_unknown(const std::string& path, std::string_view written, const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
  constexpr std::size_t shown_max = 100;
  const auto nearest = nearest_word(written, names);
  const std::string suggestion =
      nearest ? fmt::format(" Did you mean `{} {}`?", path, *nearest) : std::string();
  say(stderr, "tradepost: Unknown command `{} {}`.{}\n`{} --help` lists all commands.\n", path,
      base::beginning_of(written, shown_max), suggestion, path);
}

// Prints an error if the words name an unknown command. CLI11 would report a missing command or,
// with --help, print the help of the program and succeed. A command with subcommands takes no
// values, and neither do its options: its first word without dashes is a subcommand.
bool is_unknown_command(const CLI::App& program, std::span<char* const> words) {
  const CLI::App* app = &program;
  std::string path = program.get_name();
  for (const std::string_view word : words) {
    if (app->get_require_subcommand_min() == 0) return false;
    if (word.starts_with('-')) continue;
    const auto commands = commands_of(*app);
    const auto found = std::ranges::find(commands, word, &CLI::App::get_name);
    if (found == commands.end()) {
      print_unknown(path, word, *app);
      return true;
    }
    app = *found;
    path += fmt::format(" {}", word);
  }
  return false;
}

}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::type_name(const std::string& shown) {
  option_->type_name(shown);
  return *this;
}

Option Option::group(const std::string& name) {
  option_->group(name);
  return *this;
}

Option Option::envname(const std::string& variable) {
  option_->envname(variable);
  return *this;
}

Option Option::capture_default_str() {
  option_->capture_default_str();
  return *this;
}

Option Option::default_str(const std::string& shown) {
  option_->default_str(shown);
  return *this;
}

Option Option::takes_one_or_none() {
  option_->expected(0, 1);
  return *this;
}

Option Option::takes_one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::needs(Option other) {
  option_->needs(other.option_);
  return *this;
}

Option Option::excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::excludes(const std::string& name) {
  option_->excludes(name);
  return *this;
}

Option Option::between(std::int64_t first, std::int64_t last) {
  option_->check(CLI::Range(first, last));
  return *this;
}

Option Option::repeated() {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::positive() {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option Option::word_of(const std::vector<std::string>& words) {
  option_->transform(CLI::IsMember(words, CLI::ignore_case));
  return *this;
}

Option Option::checked_by(std::string (*fault_of)(const std::string& value)) {
  option_->check(fault_of);
  return *this;
}

bool Option::is_given() const {
  return option_->count() > 0;
}

Command Command::add_subcommand(const std::string& name, const std::string& meaning) {
  CLI::App* const command = app_->add_subcommand(name, meaning);
  command->footer("");  // CLI11 copies the parent's, whose examples do not fit
  return Command(*command);
}

void Command::require_subcommand() {
  app_->require_subcommand(1);
}

void Command::footer(const std::string& text) {
  app_->footer(text);
}

void Command::callback(std::function<void()> work) {
  app_->callback(std::move(work));
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& meaning) {
  return Option(*app_->add_flag(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::string& value,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::vector<std::string>& values,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, values, meaning));
}

Option Command::add_option(const std::string& name, std::uint32_t& value,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::uint64_t& value,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, value, meaning));
}

std::string Command::call() const {
  std::string words = app_->get_name();
  for (const CLI::App* app = app_->get_parent(); app != nullptr; app = app->get_parent()) {
    words = fmt::format("{} {}", app->get_name(), words);
  }
  return words;
}

CommandWords Command::words() const {
  return words_of(*app_, "");
}

Program::Program(const std::string& name, const std::string& meaning, const std::string& version)
    : app_(std::make_unique<CLI::App>(meaning, name)) {
  app_->set_version_flag("--version", version);
}

Program::~Program() = default;

Program::Parsed Program::parse(int count, char** arguments) {
  const std::span<char*> words(arguments, static_cast<std::size_t>(count));
  if (is_unknown_command(*app_, words.subspan(std::min<std::size_t>(words.size(), 1)))) {
    return Parsed::wrong;
  }
  try {
    app_->parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      say(stderr, "{}\nRun with --help for more information.\n", error.what());
      return Parsed::wrong;
    }
    std::ostringstream help;
    app_->exit(error, help, help);
    say_lines(stdout, help.str());
    return Parsed::asked_for_help;
  }
  return Parsed::good;
}

}  // namespace tradepost::app
