#pragma once

#include <utility>
#include <vector>

#include "exchange/trade/send.hpp"

namespace tradepost::exchange {

// Makes the answer for faults that are all named and open no case.
inline Refused refused_for(std::vector<Finding> faults) {
  const auto count = faults.size();
  return {.faults = std::move(faults), .fault_count = count, .case_id = {}};
}

}  // namespace tradepost::exchange
