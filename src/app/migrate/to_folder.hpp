#pragma once

#include <string>

#include "app/migrate/effects_compared.hpp"

namespace tradepost::app {

// Moves the network of a database to a folder that is not there or empty. Until it is finished the
// network is made in FOLDER.migrating, and an interrupted move begins there again.
base::Result<Moved> move_to_folder(const std::string& address, const std::string& folder,
                                   const store::embedded::Tell& tell);
// The database takes its nodes again.
base::Done give_up_move(const std::string& address);

}  // namespace tradepost::app
