#pragma once

#include <expected>
#include <vector>

#include "api/handlers/label_file.hpp"
#include "exchange/model/model.hpp"
#include "http/wire/target.hpp"

namespace tradepost::api {

// Reads the parameters of a label file: size, dpi and, for a PDF, sheet. Returns all their faults
// if there are any. Ignores other parameters.
std::expected<LabelLook, std::vector<exchange::Finding>> label_look_of(const http::Target& target,
                                                                       LabelFileType type);

}  // namespace tradepost::api
