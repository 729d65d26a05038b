#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::edifact {

// The characters that separate the parts of a segment (UNA).
struct Separators {
  char component = ':';
  char element = '+';
  char decimal = '.';
  char release = '?';
  char segment = '\'';
};

// The segments of one message, from BGM to the last before UNT, as UTF-8 without escapes. Elements
// and components count from 1, as the directories do.
class Message {
 public:
  std::size_t size() const { return segments_.size(); }
  std::string_view tag(std::size_t segment) const { return at(segments_[segment].tag); }
  // Returns an empty text if the segment has no such component.
  std::string_view component(std::size_t segment, std::size_t element, std::size_t component) const;
  std::size_t element_count(std::size_t segment) const;
  std::size_t component_count(std::size_t segment, std::size_t element) const;
  // Returns the position of a segment for people: "27 RFF+ON". UNH is 1.
  std::string place(std::size_t segment) const;

  std::string type = {};         // ORDERS
  std::string directory = {};    // D.01B
  std::string association = {};  // EAN010
  std::string reference = {};
  char decimal = '.';

  // Adds a segment, which ends before its terminator.
  void add(std::string_view segment, const Separators& separators);

 private:
  struct Range {
    std::uint32_t from = 0;
    std::uint32_t size = 0;
  };
  struct Row {
    Range tag = {};
    std::uint32_t elements = 0;  // the index of the first one
  };

  std::string_view at(const Range& range) const {
    return std::string_view(text_).substr(range.from, range.size);
  }
  void end_component(std::size_t from);
  std::size_t elements_end(std::size_t segment) const;
  std::size_t components_end(std::size_t element) const;

  std::string text_;
  std::vector<Row> segments_;
  std::vector<std::uint32_t> elements_;  // the index of the first component of each
  std::vector<Range> components_;
};

}  // namespace tradepost::edifact
