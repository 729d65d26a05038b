#pragma once

#include <vector>

#include "base/ids.hpp"
#include "database/connection.hpp"

// Stores the ids of committed commands. Each id is made before the first try (storage 4).
namespace tradepost::store::postgres {

// Runs in an open transaction. Returns true if an earlier try of the command was committed, and
// waits for a try that is being committed. Writes the row even if it exists: a COMMIT without
// writes would not wait for a standby that may still lack the earlier commit.
base::Result<bool> was_done(database::Connection& connection, const base::Uuid& command);

// Returns the statements that store a command with its effects. They also remove some rows that are
// too old for any try to need.
std::vector<database::Statement> keeping(const base::Uuid& command);

}  // namespace tradepost::store::postgres
