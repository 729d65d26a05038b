#pragma once

#include <memory>
#include <string_view>

#include "document/json/tokens.hpp"
#include "document/rules/walk.hpp"

namespace tradepost::document {

// The content as it is kept: the bytes that came, without white space between tokens and without
// what the walk cut. Where nothing is to go it is a view of the body; else it is written to
// `buffer`, which then must outlive it.
std::string_view kept_content(const Tokens& tokens, const Walk& walk,
                              std::unique_ptr<char[]>& buffer);

}  // namespace tradepost::document
