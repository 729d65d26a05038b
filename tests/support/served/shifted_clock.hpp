#pragma once

#include <string>
#include <vector>

namespace tradepost::served {

// The clock of a process, as libfaketime shows it; what deadlines are measured by goes on as it is.
class ShiftedClock {
 public:
  // `folder` outlives the process.
  explicit ShiftedClock(const std::string& folder);

  // Against the machine's: -2d, +31d.
  void shift(const std::string& by) const;
  // For ServedExchange.
  std::vector<std::string> environment() const;

 private:
  const std::string file_;
};

}  // namespace tradepost::served
