#pragma once

#include <span>
#include <string>

#include "label/layout.hpp"
#include "label/typesetter.hpp"

// Writes labels as ZPL for label printers. The printer draws bars (^BC) and Latin letters (its
// scalable font). Other scripts are pictures, because a printer may lack their fonts.
namespace tradepost::label {

// Returns the labels one after the other, each from ^XA to ^XZ.
std::string zpl(std::span<const Layout> layouts, Typesetter& typesetter);

}  // namespace tradepost::label
