#pragma once

// What most commands include (cmake/precompiled.cmake).
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>

#include "standard.hpp"
#include "document/read.hpp"
#include "exchange/model.hpp"
