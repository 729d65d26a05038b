#pragma once

#include <string>

#include "app/migrate/effects_compared.hpp"

namespace tradepost::app {

struct ToDatabase {
  std::string folder;
  std::string address;
  bool verify_new = false;  // skips rows that were verified before
  bool close = false;       // closes a running exchange for writes, and ends it
};

// Moves a network into an empty database, or continues an interrupted move. The move is unfinished
// if the exchange is running, or if the copies differ.
base::Result<Moved> move_to_database(const ToDatabase& options,
                                     const store::embedded::OnProgress& on_progress);

base::Done give_up_move_of_folder(const std::string& folder);

}  // namespace tradepost::app
