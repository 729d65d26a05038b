#pragma once

#include <cstdint>
#include <string>

#include "served/served_exchange.hpp"

namespace tradepost::serving {

// A disk of so many bytes, mounted on a folder, that this process and those it starts see alone.
// Needs to be root, or to be allowed namespaces of users.
class SmallDisk {
 public:
  explicit SmallDisk(std::uint64_t bytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::string& path() const { return folder_.path(); }

 private:
  const served::ScratchFolder folder_;
};

}  // namespace tradepost::serving
