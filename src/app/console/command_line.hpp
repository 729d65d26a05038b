#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The command line. It hides CLI11: compiling its headers for every command took longer than the
// rest of the commands.
namespace tradepost::app {

// Kinds of values that an option takes.
enum class Takes : std::uint8_t { nothing, words, files, anything };

struct OptionWords {
  std::vector<std::string> names;  // --url
  std::string meaning;
  Takes takes = Takes::nothing;
  std::vector<std::string> words;  // allowed values
};

struct CommandWords {
  std::string path;  // participant add; empty: the program
  std::string meaning;
  std::vector<CommandWords> commands;
  std::vector<OptionWords> options;
  OptionWords values;  // values without a name

  std::string name() const { return path.substr(path.rfind(' ') + 1); }
};

// An argument of a command, with a name (`--url`) or a position (`file`). A handle.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option required();
  Option type_name(const std::string& shown);
  Option group(const std::string& name);
  Option envname(const std::string& variable);
  Option capture_default_str();
  Option default_str(const std::string& shown);
  Option takes_one_or_none();
  Option takes_one_at_a_time();  // a list: `--kind A --kind B`
  Option needs(Option other);
  Option excludes(Option other);
  Option excludes(const std::string& name);

  Option between(std::int64_t first, std::int64_t last);
  Option positive();
  Option one_of(const std::vector<std::string>& words);
  Option word_of(const std::vector<std::string>& words);  // in any case; becomes one of these
  Option repeated();                                      // takes one value, and can be given again
  // `fault_of` returns why a value is refused, or an empty text.
  Option checked_by(std::string (*fault_of)(const std::string& value));

  bool is_given() const;

 private:
  CLI::Option* option_;
};

// A command, or the program. A handle. Variables that receive values must outlive the parsing.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  Command add_subcommand(const std::string& name, const std::string& meaning);
  void require_subcommand();
  void footer(const std::string& text);
  void callback(std::function<void()> work);

  Option add_flag(const std::string& name, bool& value, const std::string& meaning);
  Option add_option(const std::string& name, std::string& value, const std::string& meaning);
  Option add_option(const std::string& name, std::vector<std::string>& values,
                    const std::string& meaning);
  Option add_option(const std::string& name, std::uint32_t& value, const std::string& meaning);
  Option add_option(const std::string& name, std::uint64_t& value, const std::string& meaning);

  // Returns the words that call the command: tradepost agent run.
  std::string call() const;
  // Describes the command with its options and its subcommands.
  CommandWords words() const;

 private:
  CLI::App* app_;
};

// The whole command line.
class Program {
 public:
  Program(const std::string& name, const std::string& meaning, const std::string& version);
  ~Program();

  Command command() { return Command(*app_); }

  enum class Parsed : std::uint8_t { good, asked_for_help, wrong };
  // Runs the requested command. Prints faults and help.
  Parsed parse(int count, char** arguments);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace tradepost::app
