#pragma once

#include <string>

#include "base/clock.hpp"
#include "simulation/documents/identifiers.hpp"

namespace tradepost::simulation {

struct Catalog {
  std::string number = {};
  Party supplier = {};
  Party buyer = {};
  base::Instant at = {};
};

// Returns a PRODUCT_CATALOG with the own range (articles.hpp).
std::string product_catalog(const Catalog& catalog);

}  // namespace tradepost::simulation
