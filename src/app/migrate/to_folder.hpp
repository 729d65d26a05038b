#pragma once

#include <string>

#include "app/migrate/effects_compared.hpp"

namespace tradepost::app {

// Moves the network of a database to a folder that does not exist or is empty. The network is made
// in FOLDER.migrating. An interrupted move starts again.
base::Result<Moved> move_to_folder(const std::string& address, const std::string& folder,
                                   const store::embedded::OnProgress& on_progress);
// Allows the nodes to serve the database again.
base::Done give_up_move(const std::string& address);

}  // namespace tradepost::app
