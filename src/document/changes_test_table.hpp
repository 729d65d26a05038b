#pragma once

#include <gtest/gtest.h>

#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/read.hpp"

// Rules as tables: a change to a good document, and the findings that reading must bring then.
namespace tradepost::document {

// examples/<kind>/<name>.json, without insignificant white space.
std::string example(Kind kind, std::string_view name);
inline std::string good(Kind kind) {
  return example(kind, "minimal");
}
std::string good_with_item(Kind kind);  // the least order response has none

// The value at `path` (content.items.0.quantity) becomes `json`, any bytes at all; if there is
// none, it is added with the objects and lists around it. An empty `json` removes the member or
// element.
struct Change {
  Change(std::string_view at, std::string value) : path(at), json(std::move(value)) {}

  std::string path;
  std::string json;
};
std::string changed(std::string_view document, const Change& change);
std::string changed(std::string document, std::span<const Change> changes);

// "order.item.quantity.wrong_type at content.items.0.quantity", in the order of the document.
using Found = std::vector<std::string>;

struct ChangeRow {
  std::vector<Change> changes;
  Found faults;
  Found warnings = {};
};

// Every row on its own, against the same good document.
void expect_findings(std::string_view document, std::span<const ChangeRow> rows,
                     std::source_location where = std::source_location::current());
inline void expect_findings(Kind kind, std::span<const ChangeRow> rows,
                            std::source_location where = std::source_location::current()) {
  expect_findings(good(kind), rows, where);
}

Found told(const Findings& findings);  // as Found has them
Found faults_of(std::string_view document);
Found warnings_of(std::string_view document);
// The word of the reason (name_twice), or empty where the body can be read.
std::string unreadable_word(std::string_view body);

std::string repeated(std::string_view text, std::size_t times);
std::string in_quotes(std::string_view raw);  // raw in quotation marks, as it stands

// Where a kind's first item stands, the paths and the code of its findings: content.items.0 and
// order.item; content.transportUnits.0.items.0 and shipping_notice.transportUnit.item.
struct ItemPlace {
  std::string path;
  std::string code;
};
const ItemPlace& item_place(Kind kind);

}  // namespace tradepost::document
