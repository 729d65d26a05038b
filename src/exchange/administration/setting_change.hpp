#pragma once

#include <expected>
#include <functional>
#include <string>

#include "exchange/administration/settings.hpp"

namespace tradepost::exchange {

// The value to be, made of what stands; or what is wrong with the wish. Called again where somebody
// else changed the setting meanwhile.
using MakeValue = std::function<std::expected<std::string, Finding>(const Directory&)>;

// Changes one setting.
Answering<SettingAnswer> change_setting(Desk& desk, Actor by, SettingName name, MakeValue make,
                                        Deadline deadline);

}  // namespace tradepost::exchange
