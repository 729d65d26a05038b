#include "app/settings/configuration_flags.hpp"

#include <cstdlib>
#include <optional>

#include "app/console/saying.hpp"

namespace tradepost::app {
namespace {

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

ConfigurationFlags::ConfigurationFlags(Command command) {
  command.add_option("--config", file_, "A TOML file with settings (Env:TRADEPOST_CONFIG)")
      .type_name("FILE");
  for (const SettingRow& row : settings_table()) {
    Option option = command.add_option(flag_name(row), given_[row.key], std::string(row.meaning));
    option.type_name(std::string(name_of(row.form)));
    if (row.form == Form::yes_no) option.takes_one_or_none().default_str("yes");
    options_.emplace(row.key, option);
  }
}

std::expected<Configuration, BadSettings> ConfigurationFlags::gather() const {
  Configuration::Sources sources;
  sources.environment = variable;
  if (!file_.empty()) {
    sources.file = file_;
  } else {
    sources.file = variable("TRADEPOST_CONFIG");
  }
  for (const auto& [key, option] : options_) {
    if (!option.is_given()) continue;
    const std::string& text = given_.at(key);
    sources.flags.emplace(key, text.empty() ? "yes" : text);
  }
  return Configuration::gather(sources);
}

ExitStatus print_faults(const BadSettings& bad) {
  print_faults(bad.sentences);
  return bad.status;
}

ExitStatus print_faults(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) {
    say(stderr, "tradepost: {}\n", sentence);
  }
  return ExitStatus::usage;
}

}  // namespace tradepost::app
