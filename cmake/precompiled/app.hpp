#pragma once

// What most commands include (cmake/precompiled.cmake).
#include <filesystem>
#include <fstream>

#include "document/read.hpp"
#include "exchange/model/model.hpp"
#include "standard.hpp"
