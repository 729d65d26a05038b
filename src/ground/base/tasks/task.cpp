#include "base/tasks/task.hpp"

#include <exception>
#include <new>
#include <string>

namespace tradepost::base::detail {

void exception_left_a_task() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    std::terminate();  // not a bug of this program, so not a CHECK
  } catch (const std::exception& exception) {
    check_failed(__FILE__, __LINE__, std::string("an exception left a task: ") + exception.what());
  } catch (...) {
    check_failed(__FILE__, __LINE__, "an exception left a task");
  }
}

}  // namespace tradepost::base::detail
