#pragma once

#include <span>
#include <string>

#include "gs1/element_string.hpp"

namespace tradepost::labels {

// Returns the reason why the elements of all symbols can't be together on one transport unit, or an
// empty text. An element may lack others that it needs (02 needs 37, and both need 00), two may
// exclude each other, or one may have two values.
std::string fault_of_unit(std::span<const gs1::Element> elements);

}  // namespace tradepost::labels
