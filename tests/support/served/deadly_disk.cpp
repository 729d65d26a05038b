#include "served/deadly_disk.hpp"

namespace tradepost::served {

std::vector<std::string> killed_at_step(unsigned nth) {
  return {"LD_PRELOAD=" TRADEPOST_DEADLY_DISK, "TRADEPOST_KILLED_AT_STEP=" + std::to_string(nth),
          "ASAN_OPTIONS=verify_asan_link_order=0"};
}

}  // namespace tradepost::served
