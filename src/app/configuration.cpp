#include "app/configuration.hpp"

#include <fmt/format.h>

// Its headers alone: what is compiled of it throws.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <utility>

#include "base/check.hpp"

namespace tradepost::app {
namespace {

const SettingRow* find_row(std::string_view key) {
  const auto rows = settings_table();
  const auto found = std::ranges::find(rows, key, &SettingRow::key);
  return found == rows.end() ? nullptr : &*found;
}

// As it would stand in the environment; nothing where the file has something else than the setting
// takes.
std::optional<std::string> text_in(const toml::node& node) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return std::to_string(number->get());
  if (const auto* const flag = node.as_boolean()) return flag->get() ? "yes" : "no";
  return std::nullopt;
}

std::optional<std::string> list_in(const toml::node& node) {
  const auto* const array = node.as_array();
  if (array == nullptr) return text_in(node);
  std::string joined;
  for (const toml::node& element : *array) {
    const auto* const text = element.as_string();
    if (text == nullptr) return std::nullopt;
    if (!joined.empty()) joined += ',';
    joined += text->get();
  }
  return joined;
}

using Values = std::map<std::string_view, HeldValue>;

std::vector<std::string> read_file(const std::string& path, Values& values) {
  const toml::parse_result parsed = toml::parse_file(path);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return {fmt::format("{} line {}: {}", path, error.source().begin.line, error.description())};
  }
  std::vector<std::string> faults;
  for (const auto& [key, node] : parsed.table()) {
    const std::string from = fmt::format("{} line {}", path, node.source().begin.line);
    const SettingRow* const row = find_row(key.str());
    if (row == nullptr) {
      faults.push_back(
          fmt::format("{}: {} is no setting; `tradepost config` lists them.", from, key.str()));
      continue;
    }
    auto text = row->form == Form::list ? list_in(node) : text_in(node);
    if (!text) {
      faults.push_back(fmt::format("{}: {} takes {}.", from, row->key, name_of(row->form)));
      continue;
    }
    values[row->key] = {.text = *std::move(text), .from = from};
  }
  return faults;
}

}  // namespace

std::expected<Configuration, std::vector<std::string>> Configuration::gather(
    const Sources& sources) {
  Configuration held;
  for (const SettingRow& row : settings_table()) {
    held.values_[row.key] = {.text = std::string(row.fallback), .from = "default"};
  }
  if (sources.file) {
    auto faults = read_file(*sources.file, held.values_);
    if (!faults.empty()) return std::unexpected(std::move(faults));
  }
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
