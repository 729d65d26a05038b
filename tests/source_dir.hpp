#pragma once

#include <string>

namespace tradepost {

// The project's folder, for tests that read its pages and examples. It is compiled into one small
// source of the build alone, so that a compiler cache serves all others in every clone.
std::string source_dir();

}  // namespace tradepost
