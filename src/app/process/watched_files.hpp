#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tradepost::app {

// Files that another program replaces, such as a certificate with its key.
class WatchedFiles {
 public:
  explicit WatchedFiles(std::vector<std::string> paths);

  // Returns true once after a replacement, as soon as the files are the same in two calls: the
  // other program may replace them one after the other.
  bool are_replaced();
  // Treats the present files as no replacement.
  void take_as_known();

 private:
  // The inode of each file, and the seconds and nanoseconds of the last change of its content,
  // owner or permissions.
  using Look = std::vector<std::array<std::int64_t, 3>>;
  Look look() const;

  std::vector<std::string> paths_;
  Look known_;
  Look last_;
};

}  // namespace tradepost::app
