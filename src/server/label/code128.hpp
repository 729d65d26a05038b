#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Code 128. GS1-128 is Code 128 with an FNC1 after its start character.
namespace tradepost::label {

enum class Symbology : std::uint8_t { gs1_128, code_128 };

// The data of one symbol: elements in the form that a barcode reader outputs, or any text.
struct SymbolData {
  Symbology symbology = Symbology::gs1_128;
  std::string text;
};

// The field data of a label printer (^BC in mode N): `>;` and `>:` start in code set C and B, `>5`
// and `>6` change to them, and `>8` is FNC1. `>;>800395210010002089318` is the SSCC
// 395210010002089318.
struct PrinterCode {
  std::string field_data;
  int modules;  // the width without quiet zones
};

// Returns the shortest code, or nullopt if the text is empty or has characters that neither set
// has, such as umlauts and controls.
std::optional<PrinterCode> printer_code(const SymbolData& data);

// Returns the bars and spaces of libzint, '1' and '0' for each module, or nullopt if libzint
// refuses the data.
std::optional<std::string> bar_modules(const SymbolData& data);

}  // namespace tradepost::label
