// What most commands include (cmake/precompiled.cmake).
#pragma once

#include <CLI/CLI.hpp>

#include "common_headers.hpp"
