#pragma once

#include <span>
#include <string>

#include "gs1/element_string.hpp"

namespace tradepost::labels {

// Why the elements of all symbols can't stand on one transport unit: one without those that it
// needs beside it (02 needs 37, and both need 00), two that exclude each other, one with two
// values. Empty: they can.
std::string fault_of_unit(std::span<const gs1::Element> elements);

}  // namespace tradepost::labels
