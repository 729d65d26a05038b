#pragma once

#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {

// Runs `tradepost webhook listen`: adds a webhook of the caller that exists while the command runs.
// Prints each call with a valid signature, and forwards it to the URL of --forward.
ExitOr<ExitStatus> listen_to_calls(Call& call);

}  // namespace tradepost::app
