#pragma once

#include <span>

#include "api/wire/stored_file.hpp"

namespace tradepost::api {

// The page of the console, with {base_url} where the path of the exchange belongs, followed by
// everything that it loads. Compiled from console/.
std::span<const StoredFile> console_files();

}  // namespace tradepost::api
