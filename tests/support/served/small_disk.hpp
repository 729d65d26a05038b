#pragma once

#include <cstdint>
#include <string>

#include "served/served_exchange.hpp"

namespace tradepost::served {

// A disk of so many bytes, mounted on a folder that only this process and its children see. It
// requires root, or for tmpfs the permission to create user namespaces. Fails the test if the disk
// cannot be mounted.
class SmallDisk {
 public:
  // A tmpfs is in memory. An ext4, as most exchanges have, is in a file on a loop device.
  enum class Kind : std::uint8_t { tmpfs, ext4 };
  explicit SmallDisk(std::uint64_t bytes, Kind kind = Kind::tmpfs);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::string& path() const { return folder_.path(); }
  // Fills the disk to the last block with other files, and removes these files.
  void fill() const;
  void empty() const;

 private:
  void mount_ext4(std::uint64_t bytes) const;

  const served::ScratchFolder image_folder_;
  const served::ScratchFolder folder_;
};

}  // namespace tradepost::served
