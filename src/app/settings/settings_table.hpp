#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tradepost::app {

enum class Form : std::uint8_t {
  text,
  path,
  place,     // ADDRESS:PORT
  database,  // an address of libpq, which may have a password: never shown as it is
  bytes,     // 10485760, 10 MiB
  number,    // of things
  days,
  yes_no,
  list,  // of texts; in the environment and after a flag, commas separate them
};

// One setting of `tradepost serve`. In a file it is called by its key, in the environment
// TRADEPOST_KEY, as a flag --key with hyphens.
struct SettingRow {
  std::string_view key;
  Form form;
  std::string_view fallback;  // empty: none
  std::string_view meaning;
};

std::span<const SettingRow> settings_table();

std::string environment_name(const SettingRow& row);  // TRADEPOST_FIELD_WORD
std::string flag_name(const SettingRow& row);         // --field-word
// The form of a value: ADDRESS:PORT.
std::string_view name_of(Form form);

}  // namespace tradepost::app
