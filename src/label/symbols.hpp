#pragma once

#include <optional>
#include <string>
#include <vector>

#include "label/code128.hpp"
#include "label/label.hpp"
#include "label/layout.hpp"

// Which symbols a label bears, and how wide.
namespace tradepost::label {

struct Symbol {
  SymbolData data;
  std::vector<gs1::Element> elements;
  std::string readable;    // the line below the bars
  std::string modules;     // of libzint
  std::string field_data;  // of a label printer
  int module;              // in dots
};

struct Symbols {
  std::vector<Symbol> from_the_top;  // the number's is the last; empty where nothing can be in bars
  std::vector<Warning> warnings;
};

// The number's symbol, and of the wishes as many as the format has room for, in their order.
Symbols symbols_of(const Label& label, Format format);

}  // namespace tradepost::label
