#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"

// Files that are there whole or not at all, also after the machine has lost its power.
namespace tradepost::base {

// A file or a link that is there is replaced. It is sure to stay when its folder is synced, too.
Done write_whole(const std::string& folder, const std::string& name, std::string_view bytes);
Done sync_folder(const std::string& folder);
// not_found where there is none; too_large where it has more bytes. A link is not followed, and
// what is no regular file is refused.
Result<std::string> read_whole(const std::string& path, std::size_t bytes_max);
// Makes it, and what it lies in, where they are not there.
Done make_folder(const std::string& folder);

}  // namespace tradepost::base
