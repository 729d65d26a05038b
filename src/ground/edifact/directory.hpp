#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// The directories of UN/EDIFACT, compiled from model/edifact/directories.txt. They live as long as
// the program.
namespace tradepost::edifact {

// A segment of a message at its place, or a group, which its first segment begins. The segments of
// a group follow it, up to `end`.
struct Place {
  std::string_view tag;
  bool is_group = false;
  std::uint32_t end = 0;
};

struct MessageRow {
  std::string_view type;
  std::vector<Place> places;  // in the order of the message
};

struct SegmentRow {
  std::string_view tag;
  // The greatest length of each component of each element.
  std::vector<std::vector<std::uint16_t>> elements;
};

struct Directory {
  std::string_view name;  // D.01B
  std::vector<MessageRow> messages;
  std::vector<SegmentRow> segments;

  const MessageRow* message(std::string_view type) const;
  const SegmentRow* segment(std::string_view tag) const;
};

const std::vector<Directory>& directories();
// Returns nullptr if the directory is not known.
const Directory* find_directory(std::string_view name);

// The names of the forms (docs/guides/forms.md), each with its directory.
struct MessageForm {
  std::string_view name;  // edifact-d96a
  std::string_view directory;
};
inline constexpr std::array message_forms = {
    MessageForm{.name = "edifact", .directory = "D.01B"},
    MessageForm{.name = "edifact-d96a", .directory = "D.96A"}};
// Returns nullptr if the name is not one of them.
const Directory* directory_of_form(std::string_view form);

// Removes the first word of a line, and returns it.
std::string_view next_word(std::string_view& line);

}  // namespace tradepost::edifact
