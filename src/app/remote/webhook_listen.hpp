#pragma once

#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {

// `tradepost webhook listen`: a webhook of the caller that exists as long as the command runs.
// Prints each call whose signature is right, and passes it on if --forward says where.
OrTold<ExitStatus> listen_to_calls(Call& call);

}  // namespace tradepost::app
