#pragma once

#include <string>

namespace tradepost::api {

// Returns the text of docs/reference/errors.md, from which the build makes /docs/errors: every
// error code, detail code and rule of a fault with its cause and its remedy, each under an anchor
// of its name. model/api/errors.json has the texts.
std::string errors_in_markdown();

}  // namespace tradepost::api
