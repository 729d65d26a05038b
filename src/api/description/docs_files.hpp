#pragma once

#include <span>

#include "api/wire/stored_file.hpp"

namespace tradepost::api {

// The page, followed by everything that it loads and links to. Compiled from docs_page/.
std::span<const StoredFile> docs_files();

}  // namespace tradepost::api
