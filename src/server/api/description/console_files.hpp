#pragma once

#include <span>

#include "api/wire/stored_file.hpp"

namespace tradepost::api {

// Returns the page of the console, with {base_url} in place of the exchange's path, followed by the
// files that it loads. Compiled from console/.
std::span<const StoredFile> console_files();

}  // namespace tradepost::api
