#include "base/ground/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace tradepost::base {

void check_failed(const char* file, int line, std::string_view broken) {
  std::fprintf(stderr, "tradepost: internal check failed at %s:%d: %.*s\n", file, line,
               static_cast<int>(broken.size()), broken.data());
  std::fflush(stderr);
  std::abort();
}

}  // namespace tradepost::base
