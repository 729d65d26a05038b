#include "app/console/progress_line.hpp"

#include <unistd.h>

#include <cstdio>

#include "app/console/saying.hpp"

namespace tradepost::app {

ProgressLine::ProgressLine() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_dirty_) say(stderr, "\r\033[K");
}

void ProgressLine::show(std::string_view what, std::uint64_t done, std::uint64_t of) {
  if (!is_shown_) return;
  is_dirty_ = true;
  say(stderr, "\r\033[K{}", what);
  if (done != 0) say(stderr, " {}", done);
  if (of != 0) say(stderr, " of {}", of);
  std::fflush(stderr);
}

}  // namespace tradepost::app
