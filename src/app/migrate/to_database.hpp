#pragma once

#include <string>

#include "app/migrate/effects_compared.hpp"

namespace tradepost::app {

struct ToDatabase {
  std::string folder;
  std::string address;
  bool verify_new = false;  // what was the same before is not compared again
  bool close = false;       // an exchange that runs is closed and ended
};

// Moves a network into an empty database, or goes on with a move that was interrupted. Unfinished:
// the exchange is running, or something differs.
base::Result<Moved> move_to_database(const ToDatabase& wish, const store::embedded::Tell& tell);

base::Done give_up_move_of_folder(const std::string& folder);

}  // namespace tradepost::app
