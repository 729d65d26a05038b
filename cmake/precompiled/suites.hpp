#pragma once

// What most tests include (cmake/precompiled.cmake).
#include <gtest/gtest.h>

#include "exchange.hpp"
