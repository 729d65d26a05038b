#pragma once

#include <vector>

#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"

namespace tradepost::exchange {

// Gives numbers to the units of a new document that have none, and returns the numbers that were
// taken from the ranges. Pure, as the decision that it is a part of:
//
// 1. A unit whose content was in the version before keeps the number that was given to it there;
//    each of those is used once.
// 2. The others get the next numbers of the sender's ranges, the oldest first, and then of
//    the network's; never one that another unit of the document has for its own.
// 3. A unit without a number, or with one that may be on two pallets, has a warning.
std::vector<NumbersTaken> number_units(Transaction& row, const SubmitFacts& facts);

}  // namespace tradepost::exchange
