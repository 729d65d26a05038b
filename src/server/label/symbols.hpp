#pragma once

#include <optional>
#include <string>
#include <vector>

#include "label/code128.hpp"
#include "label/label.hpp"
#include "label/layout.hpp"

// The symbols of a label and their widths.
namespace tradepost::label {

struct Symbol {
  SymbolData data;
  std::vector<gs1::Element> elements;
  std::string readable;    // the line below the bars
  std::string modules;     // from libzint
  std::string field_data;  // for a label printer
  int module;              // width of a module in dots
};

struct Symbols {
  std::vector<Symbol> from_the_top;  // the SSCC's is the last; empty if nothing can be in bars
  std::vector<Warning> warnings;
};

// Returns the number's symbol, and as many wishes as the format has room for, in their order.
Symbols symbols_of(const Label& label, Format format);

}  // namespace tradepost::label
