#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/model/schema.hpp"

// Paths of fields, such as items.2.tax.percentage.
namespace tradepost::ubl {

std::string path_of(std::string_view object, std::string_view field);

// Returns transportUnits.1.transportUnits.0 for the place 2.1, or an empty text.
std::string path_of_place(std::string_view place, const std::string& list, std::string_view below);

// Reads 0,2,3. It is empty for another text.
std::vector<std::size_t> positions_of(std::string_view text);

// Returns true if a document of the kind can have a list of objects at a path.
bool is_list(const document::KindRow& kind, std::string_view path);

}  // namespace tradepost::ubl
