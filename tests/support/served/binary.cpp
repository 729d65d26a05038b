#include "served/binary.hpp"

#include <cstdlib>

namespace tradepost::served {

const char* binary() {
  const char* const named = std::getenv("TRADEPOST_BIN");
  return named != nullptr ? named : TRADEPOST_BINARY;
}

bool binary_is_slow() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#else
  return std::getenv("TRADEPOST_BIN_IS_SLOW") != nullptr;
#endif
}

}  // namespace tradepost::served
