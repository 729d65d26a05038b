#pragma once

#include <string>

namespace tradepost::api {

// Every code of an error, every detail of one and every rule of a fault, each with its cause and
// its remedy, below an anchor of its name. model/api/errors.json has the texts.
// This is docs/reference/errors.md, of which the build makes /docs/errors.
std::string errors_in_markdown();

}  // namespace tradepost::api
