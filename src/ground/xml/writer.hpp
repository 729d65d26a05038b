#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::xml {

// Returns true if XML can carry the text: it is UTF-8 without control characters other than tab,
// line feed and carriage return, and without U+FFFE and U+FFFF.
bool is_carried(std::string_view text);

// Writes one document in UTF-8, each element on its own line, indented by its depth. Texts are
// escaped; a text that XML can't carry is a bug and fails a CHECK. Names come from this program.
class Writer {
 public:
  Writer();

  Writer& open(std::string_view name);
  // Adds an attribute to the element that was opened last, before any content.
  Writer& attribute(std::string_view name, std::string_view value);
  Writer& text(std::string_view text);
  Writer& close();

  // Returns the document. An element that is still open fails a CHECK.
  std::string finish() &&;

 private:
  enum class Within : std::uint8_t { start_tag, text, children };

  void end_start_tag();
  void new_line();

  std::string out_;
  std::vector<std::string_view> open_;
  Within within_ = Within::children;
};

}  // namespace tradepost::xml
