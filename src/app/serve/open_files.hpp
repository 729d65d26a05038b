#pragma once

#include <cstddef>
#include <cstdint>

#include "app/serve/serve_options.hpp"
#include "base/ground/result.hpp"

namespace tradepost::app {

// Raises the limit of open files as far as the system allows, and returns it.
std::uint64_t raise_open_files_limit();

// Distribution of open files. Each connection uses one. The store cannot write without its files,
// so they are reserved first.
struct OpenFiles {
  std::size_t connections;  // the setting, or the remaining files
  int of_index;             // -1: no limit
  std::size_t of_journal;
};
// Fails if too few files remain for connections.
base::Result<OpenFiles> share_out(std::uint64_t open_files_max, const ServeOptions& options);

}  // namespace tradepost::app
