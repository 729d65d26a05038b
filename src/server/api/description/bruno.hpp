#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/wire/settings.hpp"

namespace tradepost::api {

struct BrunoFile {
  std::string folder;  // relative to the collection; empty: its root
  std::string name;
  std::string text;
};

// Returns a collection for Bruno, a graphical HTTP client: a request per operation of the
// description, in a folder per tag, and an environment with the address of the exchange.
std::vector<BrunoFile> bruno_collection(const FieldNames& names, std::string_view exchange_url);

}  // namespace tradepost::api
