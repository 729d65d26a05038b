#include "label/zpl.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/text/text.hpp"
#include "label/drawing.hpp"

namespace tradepost::label {
namespace {

using Out = std::back_insert_iterator<std::string>;

// Returns true for characters that the font of every printer has: Latin letters of Western, Central
// and Northern Europe, and the symbols of Windows code pages.
bool is_in_printers_font(std::string_view sequence) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(sequence[at]); };
  if (sequence.size() == 1) return byte(0) >= 0x20 && byte(0) != 0x7F;
  if (sequence.size() == 2) {
    const unsigned code = (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
    return code >= 0xA1 && code <= 0x17F && code != 0xAD;
  }
  constexpr auto signs = std::to_array<std::string_view>(
      {"–", "—", "‘", "’", "‚", "“", "”", "„", "†", "‡", "•", "…", "‰", "‹", "›", "€", "™"});
  for (const auto sign : signs) {
    if (sequence == sign) return true;
  }
  return false;
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = base::sequence_bytes(text);
    if (bytes == 0 || !is_in_printers_font(text.substr(0, bytes))) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

// Escapes a text for ^FH, where `_5E` is the byte 5E. Characters that begin a command or an escape
// are written so, therefore no text can be a command.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '^' || c == '~' || c == '_' || c == '\\') {
      fmt::format_to(std::back_inserter(out), "_{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

void write_text(Out out, const TextBox& text, Typesetter& typesetter) {
  if (is_printable(text.text)) {
    const auto size = static_cast<int>(std::floor(text.size));
    fmt::format_to(out, "^FT{},{}^A0N,{},{}^FH^FD{}^FS\n", text.x, text.base_line, size, size,
                   escaped(text.text));
    return;
  }
  const Picture picture = picture_of(text, typesetter);
  fmt::format_to(out, "^FO{},{}^GFA,{},{},{},", text.box.x, text.box.y, picture.bits.size(),
                 picture.bits.size(), picture.row_bytes);
  for (const unsigned char byte : picture.bits) fmt::format_to(out, "{:02X}", byte);
  fmt::format_to(out, "^FS\n");
}

void write_label(Out out, const Layout& layout, Typesetter& typesetter) {
  fmt::format_to(out, "^XA\n^CI28^PW{}^LL{}^LH0,0\n", layout.width, layout.height);
  for (const TextBox& text : layout.texts) write_text(out, text, typesetter);
  for (const Box& rule : layout.rules) {
    fmt::format_to(out, "^FO{},{}^GB{},{},{}^FS\n", rule.x, rule.y, rule.width, rule.height,
                   rule.height);
  }
  for (const BarBox& bars : layout.bars) {
    fmt::format_to(out, "^FO{},{}^BY{}^BCN,{},N,N,N,N^FD{}^FS\n", bars.box.x, bars.box.y,
                   bars.module, bars.box.height, bars.field_data);
  }
  fmt::format_to(out, "^XZ\n");
}

}  // namespace

std::string zpl(std::span<const Layout> layouts, Typesetter& typesetter) {
  std::string text;
  for (const Layout& layout : layouts) {
    write_label(std::back_inserter(text), layout, typesetter);
  }
  return text;
}

}  // namespace tradepost::label
