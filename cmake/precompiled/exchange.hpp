#pragma once

// What most sources of the exchange's rules, and of the store that keeps them, include
// (cmake/precompiled.cmake).
#include "document/read.hpp"
#include "exchange/model/commands.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"
#include "exchange/port/store.hpp"
#include "standard.hpp"
