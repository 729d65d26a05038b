#pragma once

#include <span>
#include <string>

#include "label/layout.hpp"
#include "label/typesetter.hpp"

// Labels as ZPL, which label printers take: bars by the printer's own ^BC, Latin letters by its
// scalable font, other scripts as pictures, because a printer may lack their fonts.
namespace tradepost::label {

// One label after the other, each from ^XA to ^XZ.
std::string zpl(std::span<const Layout> layouts, Typesetter& typesetter);

}  // namespace tradepost::label
