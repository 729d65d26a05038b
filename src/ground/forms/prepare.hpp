#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "forms/group.hpp"
#include "forms/loss.hpp"
#include "forms/objection.hpp"

namespace tradepost::forms {

// The index of a kind in OfKinds. Other kinds than an invoice and a credit note fail a CHECK.
std::size_t index_of(document::Kind kind);

// Returns the value at a path: header.supplier.name.
document::View view_at(const document::View& content, std::string_view path);
// Returns the text of a value without white space at its ends, or an empty text if a form can't
// carry it.
std::string carried(const document::View& value);

// Returns the terms of an invoice or a credit note in a form. Each field without a term is a
// supporting document (BG-24) or an attribute of its line (BG-32) under its path; a field that has
// no place there is a loss.
Group prepare(const FormRow& form, const document::KindRow& kind, const document::View& content,
              Objections& objections, Losses& losses);

// The unit of a line without one: "one" of Recommendation 20.
inline constexpr std::string_view no_unit = "C62";
// The attribute of a line below another one: the line number of the other one.
inline constexpr std::string_view sub_item_of = "subItemOf";

}  // namespace tradepost::forms
