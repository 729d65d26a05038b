#pragma once

#include <vector>

#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"

namespace tradepost::exchange {

// Gives the units of a document that is about to be kept the numbers that they lack, and says what
// is taken of the ranges for it. Pure, as the decision that it is a part of:
//
// 1. A unit whose content stood in the version before keeps the number that was given to it there;
//    each of those is used once.
// 2. The others are given the next numbers of the sender's ranges, the oldest first, and then of
//    the network's; never one that another unit of the document has for its own.
// 3. What is left without a number, or has one that may be on two pallets, has a warning.
std::vector<NumbersTaken> number_units(Transaction& row, const SubmitFacts& facts);

}  // namespace tradepost::exchange
