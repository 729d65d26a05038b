#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sales/ground/books.hpp"

namespace tradepost::sales {

// A CSV file of master data, with one row for each row of a table. docs/guides/importing.md lists
// the columns.
struct MasterFile {
  std::string name = {};  // customers.csv
  std::string text = {};
};

// Returns the names of the files of master data, in loading order.
std::vector<std::string_view> master_file_names();

struct Loaded {
  std::size_t rows = 0;
  std::vector<std::string> faults = {};  // sentences; if there are any, nothing is loaded
};

// Loads all files or none, and replaces existing rows. Fails with faults if a reference leads
// nowhere or an identifier is ambiguous.
base::Result<Loaded> load(Books& books, std::span<const MasterFile> files);

}  // namespace tradepost::sales
