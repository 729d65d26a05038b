#pragma once

#include <functional>
#include <string>

namespace tradepost::served {

// A suite that serves from another store than a folder says so once, before its first test. The
// function is given the data folder of an exchange and returns the address of its store, the same
// for the same folder.
using StoreOf = std::function<std::string(const std::string& data)>;
void keep_in(StoreOf store_of);

// Of an exchange with this data folder; empty: the folder itself.
std::string store_of(const std::string& data);

}  // namespace tradepost::served
