#pragma once

#include <string>
#include <vector>

#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Returns the reasons why an acknowledged operation may be lost with the server, one sentence each.
// Empty: an operation is on the disks of a second server before it is answered.
base::Result<std::vector<std::string>> risks_of(database::Connection& connection);

}  // namespace tradepost::store::postgres
