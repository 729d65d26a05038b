#pragma once

#include "app/doctor/findings.hpp"
#include "app/serve/serve_options.hpp"

namespace tradepost::app {

// Reads the discovery document and the keys of each OpenID provider, as a sign-in does.
void check_providers(const ServeOptions& options, Findings& findings);

}  // namespace tradepost::app
