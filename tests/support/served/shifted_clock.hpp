#pragma once

#include <string>
#include <vector>

namespace tradepost::served {

// The clock of a process, changed by libfaketime. Deadlines use another clock, which stays
// unchanged.
class ShiftedClock {
 public:
  // `folder` outlives the process.
  explicit ShiftedClock(const std::string& folder);

  // Sets the offset from the machine's clock: -2d, +31d.
  void shift(const std::string& by) const;
  // Returns the environment for ServedExchange.
  std::vector<std::string> environment() const;

 private:
  const std::string file_;
};

}  // namespace tradepost::served
