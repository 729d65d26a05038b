#pragma once

#include "exchange/desk/desk.hpp"

namespace tradepost::exchange {

// Makes the change in the store. Afterwards the live directory is up to date, whatever the answer
// is, so that a use case can check it and try again.
Answering<DirectoryAnswer> change_directory(Desk& desk, DirectoryChange change, Deadline deadline);

// The same for one entry. Returns true if the entry was kept.
Answering<bool> put(Desk& desk, Actor by, DirectoryEntry entry, Deadline deadline);

}  // namespace tradepost::exchange
