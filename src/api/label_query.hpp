#pragma once

#include <expected>
#include <vector>

#include "api/label_file.hpp"
#include "exchange/model.hpp"
#include "http/target.hpp"

namespace tradepost::api {

// What the parameters of a label file ask for: size, dpi, and of a PDF sheet; or all that is wrong
// with them. Others are nobody's concern.
std::expected<LabelLook, std::vector<exchange::Finding>> label_look_of(const http::Target& target,
                                                                       LabelFileType type);

}  // namespace tradepost::api
