#pragma once

#include <expected>
#include <functional>
#include <string>

#include "exchange/administration/settings.hpp"

namespace tradepost::exchange {

// The new value, made from the present one; or the faults of the request. Called again if another
// operator changed the setting meanwhile.
using MakeValue = std::function<std::expected<std::string, Finding>(const Directory&)>;

// Changes one setting.
Answering<SettingAnswer> change_setting(Desk& desk, Actor by, SettingName name, MakeValue make,
                                        Deadline deadline);

}  // namespace tradepost::exchange
