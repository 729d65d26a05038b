#pragma once

#include <string>

#include "pieces.hpp"

namespace api_compiler {

// Returns the header with the codes of errors, their details, and the rules of faults, each with
// its cause and its remedy: enum DetailCode and the tables of the page about errors.
std::string errors_header(Pieces& pieces);

}  // namespace api_compiler
