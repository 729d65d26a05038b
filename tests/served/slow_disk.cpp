#include "served/slow_disk.hpp"

#include <filesystem>
#include <fstream>

namespace tradepost::served {

void SlowDisk::hold() const {
  std::ofstream(file_) << "held\n";
}

void SlowDisk::let_go() const {
  std::filesystem::remove(file_);
}

std::vector<std::string> SlowDisk::environment() const {
  return {"LD_PRELOAD=" TRADEPOST_SLOW_DISK, "TRADEPOST_SYNCS_WAIT_FOR=" + file_,
          "ASAN_OPTIONS=verify_asan_link_order=0"};
}

}  // namespace tradepost::served
