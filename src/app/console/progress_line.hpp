#pragma once

#include <cstdint>
#include <string_view>

namespace tradepost::app {

// A line of a terminal that is overwritten. Nothing is printed if standard error is not a terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool is_shown() const { return is_shown_; }
  // `of` is 0 if it is not known.
  void show(std::string_view what, std::uint64_t done, std::uint64_t of = 0);

 private:
  const bool is_shown_;
  bool is_dirty_ = false;
};

}  // namespace tradepost::app
