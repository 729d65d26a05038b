#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "forms/group.hpp"
#include "xml/tree.hpp"

namespace tradepost::forms {

// Writes the terms as a document of the form.
std::string xml_of(const FormRow& form, std::size_t kind, const Group& root);

struct Parsed {
  Group root = {};
  std::vector<std::uint32_t> unread = {};  // elements without a term; their children are not named
};

// Reads the terms of a document of the form. `kind` is the index of the root that it has.
Parsed terms_of(const FormRow& form, std::size_t kind, const xml::Tree& tree);

}  // namespace tradepost::forms
