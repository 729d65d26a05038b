#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"

// Files that exist as a whole or not at all, also after a power failure.
namespace tradepost::base {

// Replaces an existing file or link. The new file survives a power failure after sync_folder().
Done write_whole(const std::string& folder, const std::string& name, std::string_view bytes);
Done sync_folder(const std::string& folder);
// Reads a file. It refuses a missing file as not_found and one of more than `bytes_max` bytes as
// too_large. It also refuses a link, and everything but a regular file.
Result<std::string> read_whole(const std::string& path, std::size_t bytes_max);
// Creates the folder and its parents if they do not exist.
Done make_folder(const std::string& folder);

}  // namespace tradepost::base
