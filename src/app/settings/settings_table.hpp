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
  database,  // an address of libpq; its password is never shown
  bytes,     // 10485760, 10 MiB
  number,    // a count
  days,
  yes_no,
  list,  // of texts; in the environment and after a flag, commas separate them
};

// One setting of `tradepost serve`: `key` in a file, TRADEPOST_KEY in the environment, --key with
// hyphens as a flag.
struct SettingRow {
  std::string_view key;
  Form form;
  std::string_view fallback;  // empty: none
  std::string_view meaning;
};

std::span<const SettingRow> settings_table();

std::string environment_name(const SettingRow& row);  // TRADEPOST_FIELD_WORD
std::string flag_name(const SettingRow& row);         // --field-word
// Returns the form of a value, such as ADDRESS:PORT.
std::string_view name_of(Form form);

}  // namespace tradepost::app
