#pragma once

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// Has the store make the change. The live directory is up to date then, whatever the answer is, so
// that a use case can judge it and try again.
Answering<DirectoryAnswer> change_directory(Desk& desk, DirectoryChange change, Deadline deadline);

// The same for one entry: whether it is kept.
Answering<bool> put(Desk& desk, Actor by, DirectoryEntry entry, Deadline deadline);

}  // namespace tradepost::exchange
