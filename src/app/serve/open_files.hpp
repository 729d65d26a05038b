#pragma once

#include <cstddef>
#include <cstdint>

#include "app/serve/serve_options.hpp"
#include "base/ground/result.hpp"

namespace tradepost::app {

// How many files the process may have open from now on: as many as the system lets it have.
std::uint64_t raise_open_files_limit();

// The distribution of open files. Each connection is one; a store that gets none can keep nothing
// any more, so its files are reserved first.
struct OpenFiles {
  std::size_t connections;  // as they are set, or the rest
  int of_index;             // -1: without a bound
  std::size_t of_journal;
};
// Refused where too few connections are left.
base::Result<OpenFiles> share_out(std::uint64_t open_files_max, const ServeOptions& options);

}  // namespace tradepost::app
