#include "base/tasks/thread_name.hpp"

#include <pthread.h>

#include <cstddef>
#include <string>

#include "base/ground/check.hpp"

namespace tradepost::base {

void name_thread(std::string_view name) {
  constexpr std::size_t bytes_max = 15;
  CHECK(name.size() <= bytes_max);
  CHECK(::pthread_setname_np(::pthread_self(), std::string(name).c_str()) == 0);
}

}  // namespace tradepost::base
