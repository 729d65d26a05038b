#include "labels/unit_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tradepost::labels {
namespace {

using gs1::Element;

// Rules for an element: it needs one of each of these on the unit, and excludes others.
struct Company {
  std::string_view identifier;
  std::string_view needs;  // one of these; empty: none
  std::string_view and_needs;
  std::string_view excludes;
};
constexpr std::string_view an_item = "01 02";
constexpr auto all_companies = std::to_array<Company>({
    {"01", "", "", "02 37"},
    {"02", "37", "", "01"},
    {"37", "00", "02", "01"},
    {"10", an_item, "", ""},
    {"11", an_item, "", ""},
    {"13", an_item, "", ""},
    {"15", an_item, "", ""},
    {"16", an_item, "", ""},
    {"17", an_item, "", ""},
    {"20", an_item, "", ""},
    {"21", "01", "", ""},
    {"30", an_item, "", ""},
    {"310", an_item, "", ""},
    {"330", "00 01", "", ""},
    {"403", "00", "", ""},
    {"420", "", "", "421"},
    {"421", "", "", "420"},
});

// Returns true if one of the identifiers in the list, such as "00 01", is among the elements.
bool has_one_of(std::span<const Element> elements, std::string_view list) {
  while (!list.empty()) {
    const auto end = std::min(list.find(' '), list.size());
    const auto wanted = list.substr(0, end);
    if (std::ranges::find(elements, wanted, &Element::identifier) != elements.end()) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Treats 330n as one identifier, for any number of decimals.
std::string_view name_of(const Element& element) {
  const auto* row = gs1::identifier_at(element.identifier);
  return row == nullptr ? std::string_view(element.identifier) : row->digits;
}

}  // namespace

std::string fault_of_unit(std::span<const Element> elements) {
  for (const Element& element : elements) {
    for (const Element& other : elements) {
      if (name_of(element) == name_of(other) && element != other) {
        return fmt::format("({}) occurs with two different values.", name_of(element));
      }
    }
    const auto row = std::ranges::find(all_companies, name_of(element), &Company::identifier);
    if (row == all_companies.end()) continue;
    for (const auto needed : {row->needs, row->and_needs}) {
      if (needed.empty() || has_one_of(elements, needed)) continue;
      return fmt::format("({}) also requires ({}).", row->identifier, needed);
    }
    if (!row->excludes.empty() && has_one_of(elements, row->excludes)) {
      return fmt::format("({}) must not be combined with ({}).", row->identifier, row->excludes);
    }
  }
  return {};
}

}  // namespace tradepost::labels
