
#include <algorithm>
#include <memory>
#include <string>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "app/serve/serve_options.hpp"
#include "app/settings/configuration_flags.hpp"
#include "base/text/json_writer.hpp"
#include "database/address.hpp"

namespace tradepost::app {
namespace {

// Returns the value without a password.
std::string shown(const SettingRow& row, const HeldValue& held) {
  if (row.form != Form::database || held.text.empty()) return held.text;
  const std::string address = database::shown_address(held.text);
  return address.empty() ? "(unreadable)" : address;
}

void print_for_people(const Configuration& configuration) {
  std::size_t key_width = 0;
  std::size_t value_width = 0;
  for (const SettingRow& row : settings_table()) {
    key_width = std::max(key_width, row.key.size());
    value_width = std::max(value_width, shown(row, configuration.at(row.key)).size());
  }
  for (const SettingRow& row : settings_table()) {
    const HeldValue& held = configuration.at(row.key);
    say("{:<{}}  {:<{}}  {}\n", row.key, key_width, held.text.empty() ? "-" : shown(row, held),
        value_width, held.from);
  }
}

void print_as_json(const Configuration& configuration) {
  base::JsonWriter json(base::JsonWriter::Layout::indented);
  json.begin_object();
  for (const SettingRow& row : settings_table()) {
    const HeldValue& held = configuration.at(row.key);
    json.key(row.key).begin_object().key("value");
    if (held.text.empty()) {
      json.null();
    } else {
      json.string(shown(row, held));
    }
    json.key("from").string(held.from).key("meaning").string(row.meaning).end_object();
  }
  json.end_object();
  print_json(std::move(json).finish());
}

ExitStatus show(const ConfigurationFlags& flags, bool as_json) {
  const auto configuration = flags.gather();
  if (!configuration) return print_faults(configuration.error());
  if (as_json) {
    print_as_json(*configuration);
  } else {
    print_for_people(*configuration);
  }
  const auto options = serve_options_of(*configuration);
  if (options) return ExitStatus::good;
  print_faults(options.error());
  return ExitStatus::faulty;
}

}  // namespace

void add_config_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("config", "Show the effective settings and their sources");
  command.footer(
      "Takes the flags of `tradepost serve`, and shows the settings that `serve` would use. A\n"
      "flag overrides the environment, the environment overrides the file, and the file\n"
      "overrides the default. If a setting is not valid, the exit code is 1.\n"
      "\n"
      "Example:\n"
      "  tradepost config --config /etc/tradepost.toml");
  const auto flags = std::make_shared<ConfigurationFlags>(command);
  const auto as_json = std::make_shared<bool>(false);
  command.add_flag("--json", *as_json, "Print JSON");
  command.callback([flags, as_json, &status] { status = show(*flags, *as_json); });
}

}  // namespace tradepost::app
