#include "served/small_disk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace tradepost::served {
namespace {

void write_line(const char* path, const std::string& line) {
  std::ofstream(path) << line;
}

// Enters a separate mount namespace.
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

// The kernel releases the loop device with the mount.
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

void SmallDisk::fill() const {
  const std::string folder = path() + "/somebody-elses";
  std::filesystem::create_directory(folder);
  constexpr off_t block = 4096;
  int files = 0;
  for (off_t piece = off_t{64} << 20; piece >= block;) {
    const std::string name = fmt::format("{}/{}-{}", folder, piece, files++);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const bool is_taken = file >= 0 && ::posix_fallocate(file, 0, piece) == 0;
    if (file >= 0) ::close(file);
    if (is_taken) continue;
    ::unlink(name.c_str());
    piece /= 2;
  }
}

void SmallDisk::empty() const {
  std::filesystem::remove_all(path() + "/somebody-elses");
}

}  // namespace tradepost::served
