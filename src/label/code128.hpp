#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Code 128. GS1-128 is Code 128 with an FNC1 after its start character.
namespace tradepost::label {

enum class Symbology : std::uint8_t { gs1_128, code_128 };

// The data of one symbol: elements as a reader hands them on, or a text as it is.
struct SymbolData {
  Symbology symbology = Symbology::gs1_128;
  std::string text;
};

// As a label printer takes it (^BC in mode N): `>;` and `>:` start in code set C and B, `>5` and
// `>6` change to them, `>8` is FNC1. `>;>800395210010002089318` is the SSCC 395210010002089318.
struct PrinterCode {
  std::string field_data;
  int modules;  // what it is wide, without quiet zones
};

// The shortest code there is; nothing where the text is empty or holds what neither set has, such
// as umlauts and controls.
std::optional<PrinterCode> printer_code(const SymbolData& data);

// Bars and spaces as libzint sets them, '1' and '0' for each module; nothing where it refuses.
std::optional<std::string> bar_modules(const SymbolData& data);

}  // namespace tradepost::label
