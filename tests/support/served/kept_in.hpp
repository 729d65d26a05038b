#pragma once

#include <functional>
#include <string>

namespace tradepost::served {

// A suite that serves from a store outside the data folder calls this once, before its first test.
// The function gets the data folder of an exchange and returns the address of its store, which is
// always the same for one folder.
using StoreOf = std::function<std::string(const std::string& data)>;
void keep_in(StoreOf store_of);

// Returns the address of the store for this data folder; empty if it is the folder itself.
std::string store_of(const std::string& data);

}  // namespace tradepost::served
