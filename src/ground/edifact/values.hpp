#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edifact/mapping.hpp"
#include "forms/loss.hpp"

// Single values in the form of EDIFACT, and back.
namespace tradepost::edifact {

struct DateText {
  std::string text = {};
  std::string_view format = {};  // 102
  bool is_whole = true;          // false: a part of the time is missing
};

// Writes 2026-03-06 as 20260306 in the format 102, and a time in 203, 204 or 205.
std::optional<DateText> date_text(std::string_view date, const Directory& directory);
// Returns 2026-03-06T06:00+01:00, or nothing for another format or a wrong date.
std::optional<std::string> date_of(std::string_view text, std::string_view format);

// Writes a JSON number without an exponent. Returns nothing if it has more than `digits` digits.
std::optional<std::string> number_text(std::string_view number, std::size_t digits);
// Returns a JSON number: 7,5 and 7.5- are read, too.
std::optional<std::string> number_of(std::string_view text, char decimal);

// A text in components of a greatest length. A component with exactly this length continues in the
// next one; all others end a line, or a word of a segment other than FTX.
std::vector<std::string> components_of(std::string_view text, std::size_t length, bool has_lines);
// Adds a component to a text that has one.
void append_component(std::string& text, std::string_view component, std::size_t length,
                      bool has_lines);

// Appends a text with a release character before each separator.
void append_escaped(std::string& out, std::string_view text);

// Returns true if a text has no control characters.
bool is_printable(std::string_view text);

}  // namespace tradepost::edifact
