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

// What holds for one setting, and where that comes from.
struct HeldValue {
  std::string text;  // empty: not set
  std::string from;  // default, tradepost.toml line 3, TRADEPOST_LISTEN, --listen
};

// What a file, the environment and flags say. A flag wins over the environment, that over the file,
// that over the default.
class Configuration {
 public:
  struct Sources {
    std::map<std::string_view, std::string> flags;  // by key; only those that were given
    // getenv, or what a test has in its place.
    std::function<std::optional<std::string>(const std::string&)> environment;
    std::optional<std::string> file;  // its path
  };
  static std::expected<Configuration, BadSettings> gather(const Sources& sources);

  const HeldValue& at(std::string_view key) const;

 private:
  std::map<std::string_view, HeldValue> values_;
};

}  // namespace tradepost::app
