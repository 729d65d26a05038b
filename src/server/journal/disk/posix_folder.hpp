#pragma once

#include <memory>
#include <string>

#include "journal/disk/file.hpp"

namespace tradepost::journal {

enum class Missing : std::uint8_t { refuse, make };

// Opens a folder of a POSIX file system. `Missing::make` creates the last part of the path only
// (mode 0700) and syncs the parent folder. New files have mode 0600.
Result<std::unique_ptr<Folder>> open_posix_folder(const std::string& path, Missing missing);

}  // namespace tradepost::journal
