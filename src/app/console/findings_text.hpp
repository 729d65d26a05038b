#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "base/text/json_writer.hpp"
#include "document/model/fault.hpp"
#include "document/read.hpp"

// What reading found, as people and as programs take it.
namespace tradepost::app {

// Which document it was: the file, and its line in a file of JSON lines (0: the whole file).
struct Origin {
  std::string_view input;
  std::size_t line;
};

struct LineAndColumn {
  std::size_t line;    // from 1
  std::size_t column;  // from 1, in code points
};

LineAndColumn line_and_column(std::string_view text, std::size_t offset);

// order.json:3
std::string name_of(const Origin& origin);
// What it says of itself: ORDER 4500012345.
std::string title_of(const document::Document& document);
// Each with its sentence, path, line and column, its code, and the text there.
std::string findings_for_people(std::string_view severity, std::string_view body,
                                std::span<const document::Finding> findings);
// A list of objects, with line and column.
void write_findings(base::JsonWriter& json, std::string_view body,
                    std::span<const document::Finding> findings);

using Outcome = std::expected<document::Reading, document::Unreadable>;

// Several lines: what it is, then each finding with its line, the text there and a pointer into it.
std::string for_people(const Origin& origin, std::string_view body, const Outcome& outcome);

// One line of JSON.
std::string for_programs(const Origin& origin, std::string_view body, const Outcome& outcome);

}  // namespace tradepost::app
