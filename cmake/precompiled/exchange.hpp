#pragma once

// What most sources of the exchange's rules, and of the store that keeps them, include
// (cmake/precompiled.cmake).
#include "document/read.hpp"
#include "exchange/commands.hpp"
#include "exchange/effects.hpp"
#include "exchange/facts.hpp"
#include "exchange/store.hpp"
#include "standard.hpp"
