#include "base/tasks/task.hpp"

#include <exception>
#include <new>
#include <string>

namespace tradepost::base::detail {

void exception_left_a_task() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    std::terminate();  // no promise of ours is broken: the program says what that means to it
  } catch (const std::exception& exception) {
    check_failed(__FILE__, __LINE__, std::string("an exception left a task: ") + exception.what());
  } catch (...) {
    check_failed(__FILE__, __LINE__, "an exception left a task");
  }
}

}  // namespace tradepost::base::detail
