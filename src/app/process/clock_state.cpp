#include "app/process/clock_state.hpp"

#include <sys/timex.h>

namespace tradepost::app {

std::optional<bool> is_clock_synchronised() {
  timex state{};
  const int answer = ::adjtimex(&state);
  if (answer < 0) return std::nullopt;
  return answer != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}

}  // namespace tradepost::app
