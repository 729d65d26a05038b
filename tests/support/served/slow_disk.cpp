#include "served/slow_disk.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tradepost::served {

SlowDisk::SlowDisk(const std::string& folder)
    : file_(folder + "/syncs-wait"),
      from_(folder + "/syncs-wait-from"),
      broken_(folder + "/syncs-fail"),
      gate_(::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  EXPECT_GE(gate_, 0);
}

SlowDisk::~SlowDisk() {
  ::close(gate_);
}

void SlowDisk::hold() const {
  EXPECT_EQ(::flock(gate_, LOCK_EX), 0);
}

void SlowDisk::hold_from(std::string_view text) const {
  EXPECT_TRUE((std::ofstream(from_) << text).flush().good());
  hold();
}

bool SlowDisk::is_text_written() const {
  return !std::filesystem::exists(from_);
}

void SlowDisk::let_go() const {
  EXPECT_EQ(::flock(gate_, LOCK_UN), 0);
}

void SlowDisk::break_down() const {
  EXPECT_TRUE(std::ofstream(broken_).good());
}

void SlowDisk::mend() const {
  EXPECT_TRUE(std::filesystem::remove(broken_));
}

std::vector<std::string> SlowDisk::environment() const {
  return {"LD_PRELOAD=" TRADEPOST_SLOW_DISK, "TRADEPOST_SYNCS_WAIT_FOR=" + file_,
          "TRADEPOST_SYNCS_WAIT_FROM=" + from_, "TRADEPOST_SYNCS_FAIL_WHILE=" + broken_,
          "ASAN_OPTIONS=verify_asan_link_order=0"};
}

}  // namespace tradepost::served
