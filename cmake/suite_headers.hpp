// What most tests include (cmake/precompiled.cmake).
#pragma once

#include <gtest/gtest.h>

#include "common_headers.hpp"
