#pragma once

#include <cstdint>
#include <string_view>

namespace tradepost::app {

// One line of a terminal that is written over; nothing where standard error is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool is_shown() const { return is_shown_; }
  // `of`: 0 where it isn't known.
  void show(std::string_view what, std::uint64_t done, std::uint64_t of = 0);

 private:
  const bool is_shown_;
  bool is_dirty_ = false;
};

}  // namespace tradepost::app
