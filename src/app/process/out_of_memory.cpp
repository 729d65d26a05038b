#include "app/process/out_of_memory.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "app/console/exit_status.hpp"

namespace tradepost::app {
namespace {

// Needs no memory of the heap.
[[noreturn]] void print_reason_and_end() {
  try {
    if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view sentence =
        "tradepost: Out of memory. All acknowledged documents are on the disk.\n";
    (void)!::write(STDERR_FILENO, sentence.data(), sentence.size());
    ::_exit(static_cast<int>(ExitStatus::failed));
  } catch (...) {
    std::abort();
  }
  std::abort();
}

}  // namespace

void end_with_a_sentence_without_memory() {
  std::set_terminate(print_reason_and_end);
}

}  // namespace tradepost::app
