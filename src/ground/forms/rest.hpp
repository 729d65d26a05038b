#pragma once

#include <string_view>
#include <vector>

#include "forms/line_amounts.hpp"
#include "forms/loss.hpp"
#include "forms/prepare.hpp"

namespace tradepost::forms {

// Adds each field that the terms do not give back to the supporting documents and the attributes of
// lines. A list is given back as a whole, or added as a whole.
void add_rest(const document::KindRow& kind, const document::View& content,
              const std::vector<Line>& lines, Group& root, Losses& losses);

// Returns the path of the outermost list around a field, or an empty text:
// header.supplier.contacts for header.supplier.contacts.0.phone.
std::string_view list_of(std::string_view path);

}  // namespace tradepost::forms
