#pragma once

#include <gtest/gtest.h>

#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/read.hpp"

// Rules as tables: a change to a good document, and the expected findings.
namespace tradepost::document {

// Returns examples/<kind>/<name>.json without insignificant white space.
std::string example(Kind kind, std::string_view name);
inline std::string good(Kind kind) {
  return example(kind, "minimal");
}
std::string good_with_item(Kind kind);  // the minimal order response has none

// A change of the value at `path` (content.items.0.quantity) to `json`, which may be any bytes. A
// missing value is added with the objects and lists around it. An empty `json` removes the member
// or element.
struct Change {
  Change(std::string_view at, std::string value) : path(at), json(std::move(value)) {}

  std::string path;
  std::string json;
};
std::string changed(std::string_view document, const Change& change);
std::string changed(std::string document, std::span<const Change> changes);

// Findings in the order of the document: "order.item.quantity.wrong_type at
// content.items.0.quantity".
using Found = std::vector<std::string>;

struct ChangeRow {
  std::vector<Change> changes;
  Found faults;
  Found warnings = {};
};

// Checks every row separately against the same good document.
void expect_findings(std::string_view document, std::span<const ChangeRow> rows,
                     std::source_location where = std::source_location::current());
inline void expect_findings(Kind kind, std::span<const ChangeRow> rows,
                            std::source_location where = std::source_location::current()) {
  expect_findings(good(kind), rows, where);
}

Found text_of(const Findings& findings);  // in the form of Found
Found faults_of(std::string_view document);
Found warnings_of(std::string_view document);
// Returns the word of the reason (name_twice), or an empty text if the body can be read.
std::string unreadable_word(std::string_view body);

std::string repeated(std::string_view text, std::size_t times);
std::string in_quotes(std::string_view raw);  // raw in quotation marks, without escaping

// The path and the code of a kind's first item: content.items.0 and order.item;
// content.transportUnits.0.items.0 and shipping_notice.transportUnit.item.
struct ItemPlace {
  std::string path;
  std::string code;
};
const ItemPlace& item_place(Kind kind);

}  // namespace tradepost::document
