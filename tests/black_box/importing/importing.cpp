#include "importing/importing.hpp"

#include <signal.h>

namespace tradepost::importing_tests {

int Importing::ends() {
  ::kill(process_, SIGTERM);
  return Desk::wait_for(std::exchange(process_, -1));
}

}  // namespace tradepost::importing_tests
