#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/wire/settings.hpp"

namespace tradepost::api {

struct BrunoFile {
  std::string folder;  // below that of the collection; empty: in it
  std::string name;
  std::string text;
};

// A collection for Bruno, a client of HTTP APIs with a window: a request for every operation of the
// description, in a folder for each tag, and an environment with the address of the exchange.
std::vector<BrunoFile> bruno_collection(const FieldNames& names, std::string_view exchange_url);

}  // namespace tradepost::api
