#pragma once

#include "document/json/view.hpp"
#include "forms/loss.hpp"
#include "ubl/mapping.hpp"
#include "ubl/out.hpp"

namespace tradepost::ubl {

// Adds each value that no element carries whole to the nearest place for such values, under its
// path. A list has the positions that a reader gives its elements. Returns the values without a
// place.
forms::Losses add_rest(const Mapping& mapping, const document::View& content, Out& root);

}  // namespace tradepost::ubl
