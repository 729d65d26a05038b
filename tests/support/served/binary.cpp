#include "served/binary.hpp"

#include "tests/support/run.hpp"

namespace tradepost::served {

const char* binary() {
  const char* const named = run::variable("TRADEPOST_BIN");
  return named != nullptr ? named : TRADEPOST_BINARY;
}

}  // namespace tradepost::served
