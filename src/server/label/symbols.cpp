#include "label/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tradepost::label {
namespace {

constexpr int quiet_modules = 20;  // on both sides together
constexpr std::size_t gs1_characters_max = 48;
constexpr double gs1_width_max_mm = 165.1;
constexpr double edge_mm = 1.5;  // space beyond the quiet zones, if there is a choice

// The limits of a module's width: GS1's for transport units, and the readable widths for other
// numbers.
struct ModuleBounds {
  double narrowest_mm;
  double widest_mm;
};
constexpr ModuleBounds bounds_of_gs1 = {0.495, 0.94};
constexpr ModuleBounds bounds_of_others = {0.25, 0.94};

// Returns the widest module with which so many modules fit across the label, or nullopt if even the
// narrowest does not fit.
std::optional<int> module_for(int modules, ModuleBounds bounds, Format format) {
  const double dots = dots_per_mm(format.resolution);
  // Subtracts a tolerance: 0.25 mm are two or three dots, and a rounding error must not add a dot.
  const int narrowest = static_cast<int>(std::ceil(bounds.narrowest_mm * dots - 0.05));
  const int widest = static_cast<int>(std::floor(bounds.widest_mm * dots));
  const double width = width_mm(format.size);
  for (int module = widest; module >= narrowest; --module) {
    const double needed = (modules + quiet_modules) * module / dots;
    const double room = module == narrowest ? width : width - 2 * edge_mm;
    if (needed <= room && needed <= gs1_width_max_mm) return module;
  }
  return std::nullopt;
}

// Returns nullopt if the data do not fit or can't be in bars.
std::optional<Symbol> symbol_of(SymbolData data, ModuleBounds bounds, Format format) {
  auto code = printer_code(data);
  auto modules = bar_modules(data);
  if (!code || !modules) return std::nullopt;
  const auto module =
      module_for(std::max(code->modules, static_cast<int>(modules->size())), bounds, format);
  if (!module) return std::nullopt;
  return Symbol{.data = std::move(data),
                .elements = {},
                .readable = {},
                .modules = *std::move(modules),
                .field_data = std::move(code->field_data),
                .module = *module};
}

std::optional<Symbol> symbol_of(std::vector<gs1::Element> elements, Format format) {
  // Elements of predefined length come first, which saves separators.
  std::ranges::stable_partition(elements, [](const gs1::Element& element) {
    return gs1::has_predefined_length(element.identifier);
  });
  std::string text = gs1::scanned(elements);
  if (text.size() > gs1_characters_max) return std::nullopt;
  auto symbol = symbol_of({Symbology::gs1_128, std::move(text)}, bounds_of_gs1, format);
  if (symbol) {
    symbol->readable = gs1::readable(elements);
    symbol->elements = std::move(elements);
  }
  return symbol;
}

std::vector<gs1::Element> joined(std::vector<gs1::Element> elements,
                                 const OptionalElements& addition) {
  elements.insert(elements.end(), addition.elements.begin(), addition.elements.end());
  return elements;
}

// Returns the symbols other than the SSCC's. A small label has at most one, for one wish. A large
// label has at most two, and each wish goes into the first with room for it.
std::vector<Symbol> optional_symbols(const Label& label, Format format) {
  const std::size_t count_max = format.size == Size::a6 ? 1 : 2;
  std::vector<Symbol> symbols;
  bool has_content = false;
  bool is_first = true;
  for (const OptionalElements& addition : label.optional_elements) {
    const bool names_content = is_first && addition.describes_content;
    is_first = false;
    if (format.size == Size::a6 && !addition.also_on_small) continue;
    // An element that describes the content is valid only together with the content itself.
    if (addition.describes_content && !names_content && !has_content) continue;
    bool is_placed = false;
    for (Symbol& symbol : symbols) {
      if (format.size == Size::a6) break;
      if (auto wider = symbol_of(joined(symbol.elements, addition), format)) {
        symbol = *std::move(wider);
        is_placed = true;
        break;
      }
    }
    if (!is_placed && symbols.size() < count_max) {
      if (auto symbol = symbol_of(addition.elements, format)) {
        symbols.push_back(*std::move(symbol));
        is_placed = true;
      }
    }
    if (names_content) has_content = is_placed;
  }
  return symbols;
}

}  // namespace

Symbols symbols_of(const Label& label, Format format) {
  Symbols symbols;
  if (label.sscc) {
    symbols.from_the_top = optional_symbols(label, format);
    auto number = symbol_of({{"00", std::string(label.sscc->text())}}, format);
    if (number) symbols.from_the_top.push_back(*std::move(number));
    return symbols;
  }
  if (label.other_number.empty()) return symbols;
  auto number = symbol_of({Symbology::code_128, label.other_number}, bounds_of_others, format);
  if (number) {
    number->readable = label.other_number;
    symbols.from_the_top.push_back(*std::move(number));
  } else {
    symbols.warnings.push_back({"label.unitIdentifier.text_only", label.path + ".unitIdentifier",
                                "This number is too long for a barcode, or has characters that a "
                                "barcode can't have. It is printed as text only."});
  }
  return symbols;
}

}  // namespace tradepost::label
