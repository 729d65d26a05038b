#include "app/console/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tradepost::app {

ProgressLine::ProgressLine() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_dirty_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(std::string_view what, std::uint64_t done, std::uint64_t of) {
  if (!is_shown_) return;
  is_dirty_ = true;
  fmt::print(stderr, "\r\033[K{}", what);
  if (done != 0) fmt::print(stderr, " {}", done);
  if (of != 0) fmt::print(stderr, " of {}", of);
  std::fflush(stderr);
}

}  // namespace tradepost::app
