#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tradepost::served {

// Makes the disk of a process slow or broken.
class SlowDisk {
 public:
  // `folder` outlives the process.
  explicit SlowDisk(const std::string& folder);
  ~SlowDisk();
  SlowDisk(const SlowDisk&) = delete;
  SlowDisk& operator=(const SlowDisk&) = delete;

  // Blocks all syncs until let_go().
  void hold() const;
  // Blocks syncs after the process has written this text. A disk that blocks at once may block a
  // background write, and then later writes do not even begin.
  void hold_from(std::string_view text) const;
  bool is_text_written() const;
  void let_go() const;
  // All syncs fail until mend().
  void break_down() const;
  void mend() const;
  // Returns the environment for ServedExchange.
  std::vector<std::string> environment() const;

 private:
  const std::string file_;
  const std::string from_;
  const std::string broken_;
  int gate_;
};

}  // namespace tradepost::served
