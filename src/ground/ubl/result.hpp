#pragma once

#include <vector>

#include "forms/draft.hpp"
#include "forms/line_amounts.hpp"
#include "ubl/read.hpp"
#include "xml/tree.hpp"

namespace tradepost::ubl {

// Removes each object that a document can do without, and that lacks a field that the model demands
// of it. Such an object is a loss.
void remove_incomplete(const xml::Tree& tree, forms::Draft& draft, Read& read);

// Adds the faults of the document that has been read. Without faults, adds the amounts that its
// lines do not have.
void add_faults(const xml::Tree& tree, const forms::Draft& draft,
                const std::vector<forms::StatedAmount>& amounts, Read& read);

}  // namespace tradepost::ubl
