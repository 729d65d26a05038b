#pragma once

#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings/settings_file.hpp"
#include "app/settings/settings_table.hpp"

namespace tradepost::app {

// The value of a setting, and its source.
struct HeldValue {
  std::string text;  // empty: not set
  std::string from;  // default, tradepost.toml line 3, TRADEPOST_LISTEN, --listen
};

// Values from flags, the environment and a file. A flag overrides the environment, the environment
// overrides the file, and the file overrides the default.
class Configuration {
 public:
  struct Sources {
    std::map<std::string_view, std::string> flags;  // by key; only given flags
    // The function getenv, or a replacement in tests.
    std::function<std::optional<std::string>(const std::string&)> environment;
    std::optional<std::string> file;  // path of the file
  };
  static std::expected<Configuration, BadSettings> gather(const Sources& sources);

  const HeldValue& at(std::string_view key) const;

 private:
  std::map<std::string_view, HeldValue> values_;
};

}  // namespace tradepost::app
