#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::sales {

// A row of a table in the CSV format of spreadsheets:
//
//   file  = [BOM] line *( end line ) [end]        end = LF | CR LF
//   line  = field *( separator field )            separator = "," or ";", whichever the first
//   field = text | '"' text with '""' for '"' '"'             line has more of
//
//   number;name
//   10027;"Hansen & Söhne; Frischmärkte"
struct CsvRow {
  std::size_t line = 0;  // line in the file, from 1
  std::vector<std::string> fields = {};
};

struct CsvFault {
  std::size_t line;
  std::string sentence;
};

inline constexpr std::size_t csv_bytes_max = std::size_t{64} << 20;
inline constexpr std::size_t csv_columns_max = 64;

// Returns all rows; the first has the column names. All rows have the same number of fields. Empty
// lines are skipped. A NUL in any field is a fault.
std::expected<std::vector<CsvRow>, CsvFault> read_csv(std::string_view text);

}  // namespace tradepost::sales
