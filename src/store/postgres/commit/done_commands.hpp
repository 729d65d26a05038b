#pragma once

#include <vector>

#include "base/ids.hpp"
#include "database/connection.hpp"

// Commands that were committed, each with an id that is made before its first try (storage 4).
namespace tradepost::store::postgres {

// In an open transaction: whether an earlier try of the command was committed. Waits for one that
// is being committed. The row is written also if it is there: a COMMIT without writes would not
// wait for a standby that the earlier one may not have reached.
base::Result<bool> was_done(database::Connection& connection, const base::Uuid& command);

// Keep a command beside its effects. Each time some old ones are removed, which no try asks for.
std::vector<database::Statement> keeping(const base::Uuid& command);

}  // namespace tradepost::store::postgres
