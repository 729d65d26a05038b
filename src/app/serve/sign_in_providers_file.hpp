#pragma once

#include <expected>
#include <string>
#include <vector>

#include "api/providers/sign_in_providers.hpp"

namespace tradepost::app {

// Reads the file of the setting sign_in_providers: a table for each OpenID provider. Returns the
// providers, or a sentence for each fault.
std::expected<std::vector<api::ProviderRules>, std::vector<std::string>> sign_in_providers_in(
    const std::string& path);

}  // namespace tradepost::app
