#pragma once

#include <expected>
#include <functional>
#include <string>

#include "exchange/administration/settings.hpp"

namespace tradepost::exchange {

// Makes the new value from the present one, or returns the fault of the request. It is called again
// if another operator changes the setting at the same time.
using MakeValue = std::function<std::expected<std::string, Finding>(const Directory&)>;

// Changes one setting.
Answering<SettingAnswer> change_setting(Desk& desk, Actor by, SettingName name, MakeValue make,
                                        Deadline deadline);

}  // namespace tradepost::exchange
