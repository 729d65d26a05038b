#pragma once

// Headers that modules of coroutines include (cmake/precompiled.cmake), compiled with their
// options.
#include "base/tasks/task.hpp"
#include "standard.hpp"
