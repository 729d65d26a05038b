#pragma once

#include <span>

#include "api/wire/stored_file.hpp"

namespace tradepost::api {

// The files that the pages of /docs load, compiled from docs_page/ and the pictures of docs/.
std::span<const StoredFile> docs_files();

}  // namespace tradepost::api
