#pragma once

// What most commands include (cmake/precompiled.cmake).
#include <CLI/CLI.hpp>

#include "common_headers.hpp"
