#pragma once

#include <cstddef>

#include "forms/group.hpp"
#include "forms/objection.hpp"

namespace tradepost::forms {

// Adds an objection for each rule of the form that the terms break: missing terms, codes outside of
// their lists, and terms that a category of tax demands or forbids. The amounts have theirs in
// Totals.
void add_objections(const FormRow& form, std::size_t kind, const Group& root,
                    Objections& objections);

}  // namespace tradepost::forms
