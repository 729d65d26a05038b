#pragma once

#include "json.hpp"
#include "pieces.hpp"

namespace api_compiler {

// Returns the OpenAPI 3.1 document of all pieces. It stops at the first error in one.
Json description_of(Pieces& pieces);

}  // namespace api_compiler
