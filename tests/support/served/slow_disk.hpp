#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tradepost::served {

// The disk of a process, as slow as a test wants it, or broken.
class SlowDisk {
 public:
  // `folder` outlives the process.
  explicit SlowDisk(const std::string& folder);
  ~SlowDisk();
  SlowDisk(const SlowDisk&) = delete;
  SlowDisk& operator=(const SlowDisk&) = delete;

  // What is synced from now on is not done before it is let go on.
  void hold() const;
  // What is synced once the process has written this. A disk that is held at once may hold a write
  // of the background, and then what comes after it is not even written.
  void hold_from(std::string_view text) const;
  bool is_text_written() const;
  void let_go() const;
  // Nothing can be synced any more, until it is mended.
  void break_down() const;
  void mend() const;
  // For ServedExchange.
  std::vector<std::string> environment() const;

 private:
  const std::string file_;
  const std::string from_;
  const std::string broken_;
  int gate_;
};

}  // namespace tradepost::served
