#pragma once

#include "app/doctor/findings.hpp"
#include "app/serve/serve_options.hpp"

namespace tradepost::app {

// Asks the running exchange for all webhooks, and resolves their hosts. Finds nothing without an
// operator's token: in TRADEPOST_OPERATOR_TOKEN, in a file of the settings or in the data folder.
void check_webhooks(const ServeOptions& options, Findings& findings);

}  // namespace tradepost::app
