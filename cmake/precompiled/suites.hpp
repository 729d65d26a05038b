#pragma once

// What most tests include (cmake/precompiled.cmake).
#include <gtest/gtest.h>

#include "common_headers.hpp"
