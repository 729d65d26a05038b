#pragma once

#include "json.hpp"
#include "pieces.hpp"

namespace api_compiler {

// OpenAPI 3.1 of all pieces together. Stops at whatever is wrong with one.
Json description_of(Pieces& pieces);

}  // namespace api_compiler
