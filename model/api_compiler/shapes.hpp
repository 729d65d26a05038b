#pragma once

#include <string>

#include "json.hpp"

namespace api_compiler {

// Returns the tables of src/server/api/bodies/body_shape.hpp: of every named object that is a
// request's body or part of one, and of every operation's query.
std::string shapes_header(const Json& document);

}  // namespace api_compiler
