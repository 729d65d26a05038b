#include "label/code128.hpp"

#include <zint.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/text/text.hpp"
#include "gs1/element_string.hpp"

namespace tradepost::label {
namespace {

constexpr int symbol_modules = 11;
constexpr int stop_modules = 13;
// A limit of the library and of printers; a label has fewer.
constexpr std::size_t characters_max = 100;

enum Set : std::size_t { b, c };

// Returns the number of symbols that the rest of a text needs, for each position and code set. A
// change of the set costs one symbol, as do a pair of digits in C, any character in B, and FNC1 in
// both.
std::vector<std::array<int, 2>> costs_of(std::string_view text) {
  std::vector<std::array<int, 2>> costs(text.size() + 1, {0, 0});
  for (std::size_t at = text.size(); at-- > 0;) {
    const bool is_pair = at + 1 < text.size() && base::is_ascii_digit(text[at]) &&
                         base::is_ascii_digit(text[at + 1]);
    constexpr int impossible = 1 << 20;
    int in_b = 1 + costs[at + 1][b];
    int in_c = is_pair ? 1 + costs[at + 2][c] : impossible;
    if (text[at] == gs1::separator) in_c = 1 + costs[at + 1][c];
    if (in_c + 1 < in_b) in_b = in_c + 1;
    if (in_b + 1 < in_c) in_c = in_b + 1;
    costs[at] = {in_b, in_c};
  }
  return costs;
}

// Escapes the three characters that printers interpret in code set B.
void append_in_b(std::string& field_data, char character) {
  switch (character) {
    case '>':
      field_data += ">0";
      return;
    case '^':
      field_data += "><";
      return;
    case '~':
      field_data += ">=";
      return;
    default:
      field_data += character;
  }
}

bool is_encodable(const SymbolData& data) {
  if (data.text.empty() || data.text.size() > characters_max) return false;
  for (const char character : data.text) {
    const bool is_separator = data.symbology == Symbology::gs1_128 && character == gs1::separator;
    if (!is_separator && (character < ' ' || character > '~')) return false;
  }
  return true;
}

}  // namespace

std::optional<PrinterCode> printer_code(const SymbolData& data) {
  if (!is_encodable(data)) return std::nullopt;
  const bool is_gs1 = data.symbology == Symbology::gs1_128;
  const std::string_view text = data.text;
  const auto costs = costs_of(text);
  Set set = costs[0][c] <= costs[0][b] ? c : b;
  std::string field_data = set == c ? ">;" : ">:";
  if (is_gs1) field_data += ">8";
  // The symbols are the start character, FNC1, the data and the check character.
  const int symbols = 1 + (is_gs1 ? 1 : 0) + costs[0][set] + 1;

  for (std::size_t at = 0; at < text.size();) {
    const Set other = set == c ? b : c;
    if (costs[at][set] == costs[at][other] + 1) {
      // Staying in the set may cost the same, but an immediate change never costs more.
      const bool can_stay =
          set == b ? costs[at][b] == 1 + costs[at + 1][b] : text[at] == gs1::separator;
      if (!can_stay) {
        set = other;
        field_data += set == c ? ">5" : ">6";
      }
    }
    if (text[at] == gs1::separator) {
      field_data += ">8";
      ++at;
    } else if (set == c) {
      field_data += text.substr(at, 2);
      at += 2;
    } else {
      append_in_b(field_data, text[at]);
      ++at;
    }
  }
  return PrinterCode{.field_data = std::move(field_data),
                     .modules = symbol_modules * symbols + stop_modules};
}

std::optional<std::string> bar_modules(const SymbolData& data) {
  if (!is_encodable(data)) return std::nullopt;
  std::string source = data.text;
  const std::unique_ptr<zint_symbol, decltype(&ZBarcode_Delete)> symbol(ZBarcode_Create(),
                                                                        ZBarcode_Delete);
  if (symbol == nullptr) return std::nullopt;
  symbol->symbology = BARCODE_CODE128;
  symbol->show_hrt = 0;
  if (data.symbology == Symbology::gs1_128) {
    const auto elements = gs1::parse_scanned(data.text);
    if (!elements) return std::nullopt;
    symbol->symbology = BARCODE_GS1_128;
    source.clear();
    for (const gs1::Element& element : *elements) {
      source += '[' + element.identifier + ']' + element.value;
    }
  }
  const int outcome =
      ZBarcode_Encode(symbol.get(), reinterpret_cast<const unsigned char*>(source.data()),
                      static_cast<int>(source.size()));
  if (outcome >= ZINT_ERROR || symbol->width <= 0) return std::nullopt;
  std::string modules;
  for (int at = 0; at < symbol->width; ++at) {
    modules += (symbol->encoded_data[0][at / 8] >> (at % 8)) & 1 ? '1' : '0';
  }
  return modules;
}

}  // namespace tradepost::label
