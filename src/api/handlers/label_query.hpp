#pragma once

#include <expected>
#include <vector>

#include "api/handlers/label_file.hpp"
#include "exchange/model/model.hpp"
#include "http/wire/target.hpp"

namespace tradepost::api {

// What the parameters of a label file ask for: size, dpi, and of a PDF sheet; or all that is wrong
// with them. Others are nobody's concern.
std::expected<LabelLook, std::vector<exchange::Finding>> label_look_of(const http::Target& target,
                                                                       LabelFileType type);

}  // namespace tradepost::api
