#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sales/ground/books.hpp"

namespace tradepost::sales {

// A file of master data: one row for each row of a table. docs/guides/importing.md lists the
// columns.
struct MasterFile {
  std::string name = {};  // customers.csv
  std::string text = {};
};

// The names that files of master data have, in the order that they are loaded in.
std::vector<std::string_view> master_file_names();

struct Loaded {
  std::size_t rows = 0;
  std::vector<std::string> faults = {};  // sentences; if there are any, nothing is loaded
};

// All files or none. Rows that are there are replaced. In the end no reference leads nowhere, and
// no number leads to two things.
base::Result<Loaded> load(Books& books, std::span<const MasterFile> files);

}  // namespace tradepost::sales
