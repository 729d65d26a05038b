#include "served/shifted_clock.hpp"

#include <filesystem>
#include <fstream>

namespace tradepost::served {

ShiftedClock::ShiftedClock(const std::string& folder) : file_(folder + "/clock") {
  shift("+0");
}

void ShiftedClock::shift(const std::string& by) const {
  std::ofstream(file_ + ".new") << by << "\n";
  std::filesystem::rename(file_ + ".new", file_);
}

std::vector<std::string> ShiftedClock::environment() const {
  return {"LD_PRELOAD=/usr/$LIB/faketime/libfaketime.so.1", "FAKETIME_TIMESTAMP_FILE=" + file_,
          "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1",
          "ASAN_OPTIONS=verify_asan_link_order=0"};
}

}  // namespace tradepost::served
