#include "app/settings/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/result.hpp"

namespace tradepost::app {
namespace {

const SettingRow* find_row(std::string_view key) {
  const auto rows = settings_table();
  const auto found = std::ranges::find(rows, key, &SettingRow::key);
  return found == rows.end() ? nullptr : &*found;
}

using Values = std::map<std::string_view, HeldValue>;

// Returns the value in the form of the environment, or nullopt if the setting does not take it.
std::optional<std::string> value_of(const FileLine& line, Form form) {
  if (form != Form::list || !line.texts) return line.text;
  return fmt::format("{}", fmt::join(*line.texts, ","));
}

std::expected<void, BadSettings> read_file(const std::string& path, Values& values) {
  TRY_ASSIGN(const auto lines, read_settings_file(path));
  std::vector<std::string> faults;
  std::string_view unknown_table;
  for (const FileLine& line : lines) {
    const std::string from = fmt::format("{} line {}", path, line.number);
    const std::string& key = line.keys.front();
    const SettingRow* const row = line.keys.size() == 1 ? find_row(key) : nullptr;
    if (row == nullptr) {
      // Only the first line of an unknown table is reported.
      const bool is_known = line.keys.size() > 1 && unknown_table == key;
      if (line.keys.size() > 1) unknown_table = key;
      if (is_known) continue;
      faults.push_back(
          fmt::format("{}: Unknown setting {}. `tradepost config` lists all settings.", from, key));
      continue;
    }
    auto text = value_of(line, row->form);
    if (!text) {
      faults.push_back(fmt::format("{}: {} takes {}.", from, row->key, name_of(row->form)));
      continue;
    }
    values[row->key] = {.text = *std::move(text), .from = from};
  }
  if (faults.empty()) return {};
  return std::unexpected(BadSettings{.status = ExitStatus::usage, .sentences = std::move(faults)});
}

}  // namespace

std::expected<Configuration, BadSettings> Configuration::gather(const Sources& sources) {
  Configuration held;
  for (const SettingRow& row : settings_table()) {
    held.values_[row.key] = {.text = std::string(row.fallback), .from = "default"};
  }
  if (sources.file) TRY(read_file(*sources.file, held.values_));
  for (const SettingRow& row : settings_table()) {
    const std::string name = environment_name(row);
    if (auto text = sources.environment(name)) {
      held.values_[row.key] = {.text = *std::move(text), .from = name};
    }
    if (const auto flag = sources.flags.find(row.key); flag != sources.flags.end()) {
      held.values_[row.key] = {.text = flag->second, .from = flag_name(row)};
    }
  }
  return held;
}

const HeldValue& Configuration::at(std::string_view key) const {
  const auto found = values_.find(key);
  CHECK(found != values_.end());
  return found->second;
}

}  // namespace tradepost::app
