#include "serving/small_disk.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace tradepost::serving {
namespace {

void write_line(const char* path, const std::string& line) {
  std::ofstream(path) << line;
}

// A mount namespace of this process's own.
bool enter_namespace() {
  if (::unshare(CLONE_NEWNS) == 0) return true;
  const auto user = ::getuid();
  const auto group = ::getgid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  write_line("/proc/self/setgroups", "deny");
  write_line("/proc/self/uid_map", fmt::format("{0} {0} 1", user));
  write_line("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
  return true;
}

}  // namespace

SmallDisk::SmallDisk(std::uint64_t bytes, Kind kind) {
  EXPECT_TRUE(enter_namespace()) << std::strerror(errno);
  EXPECT_EQ(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), 0) << std::strerror(errno);
  if (kind == Kind::ext4) {
    mount_ext4(bytes);
    return;
  }
  EXPECT_EQ(::mount("tmpfs", path().c_str(), "tmpfs", 0, fmt::format("size={}", bytes).c_str()), 0)
      << std::strerror(errno);
}

// The loop device goes with the mount.
void SmallDisk::mount_ext4(std::uint64_t bytes) const {
  const std::string image = image_folder_.path() + "/image";
  const std::string command =
      fmt::format("truncate --size {} '{}' && mkfs.ext4 -q -F -m 0 '{}' && mount -o loop '{}' '{}'",
                  bytes, image, image, image, path());
  EXPECT_EQ(std::system(command.c_str()), 0)
      << "an ext4 can't be mounted on this machine: this test has to be root, with loop devices";
}

SmallDisk::~SmallDisk() {
  EXPECT_EQ(::umount2(path().c_str(), MNT_DETACH), 0) << std::strerror(errno);
}

}  // namespace tradepost::serving
