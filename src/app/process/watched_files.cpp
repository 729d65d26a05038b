#include "app/process/watched_files.hpp"

#include <sys/stat.h>

#include <utility>

namespace tradepost::app {

WatchedFiles::WatchedFiles(std::vector<std::string> paths)
    : paths_(std::move(paths)), known_(look()), last_(known_) {}

bool WatchedFiles::are_replaced() {
  Look now = look();
  const bool is_settled = now == last_;
  last_ = std::move(now);
  if (!is_settled || last_ == known_) return false;
  known_ = last_;
  return true;
}

void WatchedFiles::take_as_known() {
  known_ = look();
  last_ = known_;
}

WatchedFiles::Look WatchedFiles::look() const {
  Look look;
  for (const std::string& path : paths_) {
    struct stat file{};
    // A file that is missing has an entry of zeros. If it stays missing, that is a replacement, and
    // reading it fails with the reason.
    (void)::stat(path.c_str(), &file);
    look.push_back(
        {static_cast<std::int64_t>(file.st_ino), file.st_ctim.tv_sec, file.st_ctim.tv_nsec});
  }
  return look;
}

}  // namespace tradepost::app
