#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "base/text/json_writer.hpp"
#include "document/model/fault.hpp"
#include "document/read.hpp"

// Findings about documents, in forms for people and for programs.
namespace tradepost::app {

// Origin of a document: the file, and the line in a file of JSON lines (0: the whole file).
struct Origin {
  std::string_view input;
  std::size_t line;
};

struct LineAndColumn {
  std::size_t line;    // from 1
  std::size_t column;  // from 1, in code points
};

LineAndColumn line_and_column(std::string_view text, std::size_t offset);

// Returns order.json:3, or order.json for a whole file.
std::string name_of(const Origin& origin);
// Returns the kind and number of a document: ORDER 4500012345.
std::string title_of(const document::Document& document);
// Returns each finding with its sentence, path, line, column, code and the text at its position.
std::string findings_for_people(std::string_view severity, std::string_view body,
                                std::span<const document::Finding> findings);
// Writes a list of objects, with line and column.
void write_findings(base::JsonWriter& json, std::string_view body,
                    std::span<const document::Finding> findings);

using Outcome = std::expected<document::Reading, document::Unreadable>;

// Returns several lines: a title, then each finding with its line, the text and a pointer to it.
std::string for_people(const Origin& origin, std::string_view body, const Outcome& outcome);

// Returns one line of JSON.
std::string for_programs(const Origin& origin, std::string_view body, const Outcome& outcome);

}  // namespace tradepost::app
