#pragma once

#include <cstdint>
#include <string>

#include "served/served_exchange.hpp"

namespace tradepost::serving {

// A disk of so many bytes, mounted on a folder, that this process and those it starts see alone.
// Needs to be root, or to be allowed namespaces of users; for ext4 to be root. Where it can't be
// mounted, the test fails.
class SmallDisk {
 public:
  // In memory; or with the file system that most exchanges have, in a file on a loop device.
  enum class Kind : std::uint8_t { tmpfs, ext4 };
  explicit SmallDisk(std::uint64_t bytes, Kind kind = Kind::tmpfs);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::string& path() const { return folder_.path(); }
  // To the last block, with files of somebody else; and without them again.
  void fill() const;
  void empty() const;

 private:
  void mount_ext4(std::uint64_t bytes) const;

  const served::ScratchFolder image_folder_;
  const served::ScratchFolder folder_;
};

}  // namespace tradepost::serving
