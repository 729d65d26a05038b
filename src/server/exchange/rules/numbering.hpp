#pragma once

#include <vector>

#include "exchange/model/effects.hpp"
#include "exchange/model/facts.hpp"

namespace tradepost::exchange {

// Gives numbers to the units of a new document that have none, and returns the numbers taken from
// the ranges. A pure part of the decision:
//
// 1. A unit whose content was in the version before keeps the number that it had received there.
//    Each such number is used once.
// 2. The other units receive the next numbers of the sender's ranges, the oldest first, then of
//    the network's ranges; never a number that another unit of the document was sent with.
// 3. A unit without a number, or with a number that may be on two pallets, has a warning.
std::vector<NumbersTaken> number_units(Transaction& row, const SubmitFacts& facts);

}  // namespace tradepost::exchange
