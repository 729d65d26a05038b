#pragma once

#include <string>

#include "json.hpp"

namespace api_compiler {

// Tables of src/api/bodies/body_shape.hpp: of every named object that a request's body is, or has
// in it, and of every operation's query.
std::string shapes_header(const Json& document);

}  // namespace api_compiler
