#include "edifact/directory.hpp"

#include <algorithm>
#include <charconv>

#include "edifact/mapping_texts.hpp"

namespace tradepost::edifact {
namespace {

std::uint16_t number_of(std::string_view text) {
  std::uint16_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string_view cut(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

// Reads `BGM DTM (RFF DTM)`.
std::vector<Place> places_of(std::string_view line) {
  std::vector<Place> places;
  std::vector<std::size_t> open;
  while (!line.empty()) {
    std::string_view word = next_word(line);
    const bool is_group = word.starts_with('(');
    if (is_group) word.remove_prefix(1);
    const auto ends = std::ranges::count(word, ')');
    word.remove_suffix(static_cast<std::size_t>(ends));
    if (is_group) open.push_back(places.size());
    places.push_back({.tag = word, .is_group = is_group});
    places.back().end = static_cast<std::uint32_t>(places.size());
    for (std::ptrdiff_t i = 0; i < ends; ++i) {
      places[open.back()].end = static_cast<std::uint32_t>(places.size());
      open.pop_back();
    }
  }
  return places;
}

// Reads `3 35:17:3 35*5:3`.
SegmentRow segment_of(std::string_view line) {
  SegmentRow row{.tag = next_word(line), .elements = {}};
  while (!line.empty()) {
    std::string_view element = next_word(line);
    auto& lengths = row.elements.emplace_back();
    while (!element.empty()) {
      std::string_view component = cut(element, ':');
      const std::uint16_t length = number_of(cut(component, '*'));
      lengths.insert(lengths.end(), component.empty() ? 1 : number_of(component), length);
    }
  }
  return row;
}

std::vector<Directory> read_directories() {
  std::vector<Directory> all;
  for (std::string_view rest = directories_text; !rest.empty();) {
    std::string_view line = cut(rest, '\n');
    const std::string_view word = next_word(line);
    if (word == "directory") {
      all.push_back({.name = line, .messages = {}, .segments = {}});
    } else if (word == "message") {
      const std::string_view type = next_word(line);
      all.back().messages.push_back({.type = type, .places = places_of(line)});
    } else if (word == "segment") {
      all.back().segments.push_back(segment_of(line));
    }
  }
  return all;
}

}  // namespace

std::string_view next_word(std::string_view& line) {
  while (line.starts_with(' ')) line.remove_prefix(1);
  return cut(line, ' ');
}

const MessageRow* Directory::message(std::string_view type) const {
  const auto found = std::ranges::find(messages, type, &MessageRow::type);
  return found == messages.end() ? nullptr : &*found;
}

const SegmentRow* Directory::segment(std::string_view tag) const {
  const auto found = std::ranges::find(segments, tag, &SegmentRow::tag);
  return found == segments.end() ? nullptr : &*found;
}

const std::vector<Directory>& directories() {
  static const std::vector<Directory> all = read_directories();
  return all;
}

const Directory* find_directory(std::string_view name) {
  const auto found = std::ranges::find(directories(), name, &Directory::name);
  return found == directories().end() ? nullptr : &*found;
}

const Directory* directory_of_form(std::string_view form) {
  const auto* const found = std::ranges::find(message_forms, form, &MessageForm::name);
  return found == message_forms.end() ? nullptr : find_directory(found->directory);
}

}  // namespace tradepost::edifact
