// docs/reference/e-invoice-fields.md has the fields of each form, from the tables of the mappings.
// ./test --refresh forms_round_trip writes it.
#include <cstddef>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "forms/form_tables.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::forms::fields_page_test {
namespace {

constexpr std::string_view head =
    R"(# Fields of e-invoices

The terms of EN 16931 that documents have, and their elements in both syntaxes. The mappings are in `model/formats`; a
test writes this page. `*` marks the field that a computed term belongs to. A field that the table does not have is a
supporting document (BG-24) or, in a line, an attribute of the item (BG-32), under its path. So every field of a
document has a place ([e-invoices](../guides/forms.md#e-invoices)).

| term | | field | UBL | CII |
|---|---|---|---|---|
)";

// Returns the XPaths of a term below the root, of an invoice.
std::string paths_of(Term term, std::span<const ElementRow> elements) {
  std::string paths;
  std::vector<std::size_t> open;  // the elements around the present one
  const auto add = [&](std::string_view last) {
    if (!paths.empty()) paths += ", ";
    paths += '`';
    for (const std::size_t at : open) {
      const OfKinds& names = elements[at].names;
      paths.append(names[of_invoice].empty() ? names[of_credit_note] : names[of_invoice])
          .append("/");
    }
    paths.pop_back();
    paths.append(last).append("`");
  };
  for (std::size_t at = 0; at < elements.size(); ++at) {
    while (!open.empty() && elements[open.back()].end <= at) open.pop_back();
    open.push_back(at);
    if (elements[at].term == term) add("");
    for (const AttributeRow& attribute : elements[at].attributes) {
      if (attribute.term == term && term != Term::bt_5) add(fmt::format("/@{}", attribute.name));
    }
  }
  return paths;
}

std::string field_of(const TermRow& row) {
  const bool is_computed = row.fields[of_invoice].empty() && row.fields[of_credit_note].empty();
  const OfKinds& names = is_computed ? row.about : row.fields;
  std::string text;
  for (const std::string_view name : names) {
    if (name.empty() || text.contains(fmt::format("`{}`", name))) continue;
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", name);
  }
  return is_computed && !text.empty() ? text + " *" : text;
}

std::string page() {
  std::string text(head);
  for (const TermRow& row : term_rows) {
    if (row.name.starts_with("BG")) continue;
    text += fmt::format("| {} | {} | {} | {} | {} |\n", row.name, row.title, field_of(row),
                        paths_of(row.term, ubl_elements), paths_of(row.term, cii_elements));
  }
  return text;
}

TEST(FieldsPage, shows_the_mappings) {
  const std::string path = source_dir() + "/docs/reference/e-invoice-fields.md";
  const std::string wanted = page();
  if (run::writes_goldens()) std::ofstream(path) << wanted;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, wanted) << "./test --refresh forms_round_trip writes the page";
}

// A term that a syntax lacks would be lost without a word.
TEST(FieldsPage, each_term_has_an_element_in_each_syntax) {
  for (const TermRow& row : term_rows) {
    const bool is_prefix_or_condition = row.term == Term::bt_21 || row.term == Term::bt_84_1;
    if (row.name.starts_with("BG") || is_prefix_or_condition) continue;
    EXPECT_NE(paths_of(row.term, ubl_elements), "") << row.name;
    EXPECT_NE(paths_of(row.term, cii_elements), "") << row.name;
  }
}

}  // namespace
}  // namespace tradepost::forms::fields_page_test
