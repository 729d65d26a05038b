#pragma once

#include <string>
#include <string_view>

#include "base/ground/result.hpp"

// Files that are there whole or not at all, also after the machine has lost its power.
namespace tradepost::app {

// One that is there is replaced. It is sure to stay when its folder is synced, too.
base::Done write_whole(const std::string& folder, const std::string& name, std::string_view bytes);
base::Done sync_folder(const std::string& folder);
// Makes it, and what it lies in, where they are not there.
base::Done make_folder(const std::string& folder);

}  // namespace tradepost::app
