#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The command line, as commands describe theirs. CLI11 stands behind it: its headers, read and
// compiled for every command, took longer than all else of the commands.
namespace tradepost::app {

// What may stand behind a command, by a name (`--url`) or by its place (`file`). A handle.
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
  Option takes_one_at_a_time();  // of a list: `--kind A --kind B`
  Option needs(Option other);
  Option excludes(Option other);
  Option excludes(const std::string& name);

  Option between(std::int64_t first, std::int64_t last);
  Option positive();
  Option one_of(const std::vector<std::string>& words);
  Option word_of(const std::vector<std::string>& words);  // in any case, made one of these

  bool is_given() const;

 private:
  CLI::Option* option_;
};

// A command, or the program. A handle; values that are written to outlive the parsing.
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

  // As CLI11 has it, for what goes through all that was described.
  const CLI::App& described() const { return *app_; }

 private:
  CLI::App* app_;
};

}  // namespace tradepost::app
