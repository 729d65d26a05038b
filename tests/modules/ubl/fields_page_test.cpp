// docs/reference/ubl-fields.md has the element of each field, from the mappings and the examples.
// ./test --refresh ubl_round_trip writes it.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/modules/edifact/used_fields.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"
#include "ubl/mappings.hpp"
#include "ubl/write.hpp"

namespace tradepost::ubl::fields_page_test {
namespace {

using edifact::percent;
using edifact::Used;
using edifact::used_fields;

constexpr std::string_view head =
    R"(# Fields of UBL documents

The fields of each kind of documents that the examples use, and the elements of UBL 2.1 that carry them: in the form
`ubl`, and in the form `peppol`, which is Peppol BIS 3. The mappings are in `model/ubl`; a test writes this page. An
element in parentheses carries the value under the path of the field. A field without an element is lost:
`tradepost convert --losses` prints it ([UBL](../guides/ubl.md)).

)";

std::string path_of(const Mapping& mapping, ScopeId id) {
  if (id == 0) return {};
  const Scope& scope = mapping.scopes[id];
  const std::string parent = path_of(mapping, scope.parent);
  const auto name = mapping.scopes[scope.parent].type->fields[scope.slot].name;
  return fmt::format("{}{}{}", parent, parent.empty() ? "" : ".", name);
}

using Places = std::map<std::string, std::string>;

void add_places(const Mapping& mapping, const std::vector<Line>& lines, const std::string& around,
                Places& places) {
  for (const Line& line : lines) {
    const std::string element = around.empty() ? line.name : around + '/' + line.name;
    // A place for values is named by the object that they belong to.
    if (line.is_rest()) places[path_of(mapping, line.loop) + ".*"] = line.name;
    for (const Piece& piece : line.pieces) {
      for (const document::FieldSlot slot : {piece.slot, piece.second, piece.third}) {
        if (slot == document::no_slot || piece.is_copy) continue;
        const auto path = fmt::format("{}.{}", path_of(mapping, piece.scope),
                                      mapping.scopes[piece.scope].type->fields[slot].name);
        std::string& text = places[path];
        if (!text.empty()) continue;
        text = piece.attribute.empty() ? element : element + "/@" + piece.attribute;
      }
    }
    add_places(mapping, line.lines, element, places);
  }
}

// The domain of a number is its scheme, or the name of its element.
std::string place_of(const Places& places, const std::string& field) {
  if (const auto found = places.find(field); found != places.end()) {
    return '`' + found->second + '`';
  }
  for (std::string path = field; !path.empty();
       path.resize(path.find('.') == std::string::npos ? 0 : path.rfind('.'))) {
    const auto found = places.find(path + ".*");
    if (found != places.end()) return "(`" + found->second + "`)";
  }
  const auto found = places.find(".*");
  return found == places.end() ? std::string() : "(`" + found->second + "`)";
}

constexpr std::array<Extent, 2> extents = {Extent::whole, Extent::peppol};

struct Page {
  std::string text = {};
  std::map<std::string_view, std::size_t> carried = {};  // percent, by the kind
};

Page page() {
  std::string summary =
      "| kind | document | fields in use | ubl | in an own element | peppol | in an own element |\n"
      "|---|---|---|---|---|---|---|\n";
  std::string tables;
  Page page;
  for (const document::KindRow& kind : document::kinds()) {
    const auto& mappings = Mappings::of_project();
    if (mappings.find(kind.kind, Extent::whole, {}) == nullptr) continue;
    std::vector<Used> used;
    std::vector<Places> places;
    for (const Extent extent : extents) {
      used.push_back(used_fields(kind, [&](const document::View& content) {
        const Mapping* const mapping = mappings.find(kind.kind, extent, content);
        return mapping == nullptr ? std::optional<forms::Losses>()
                                  : write(*mapping, content).losses;
      }));
      places.emplace_back();
      const Mapping* const mapping = mappings.find(kind.kind, extent, {});
      if (mapping != nullptr) add_places(*mapping, mapping->lines, "", places.back());
    }
    const std::size_t count = used.front().fields.size();
    page.carried[kind.name] = percent(used.front().carried.size(), count);
    summary += fmt::format("| `{}` | {} | {} |", kind.name, kind.ubl, count);
    for (std::size_t i = 0; i < used.size(); ++i) {
      const auto own = static_cast<std::size_t>(std::ranges::count_if(
          used[i].carried, [&](const std::string& field) { return places[i].contains(field); }));
      const std::size_t all = used[i].carried.size();
      summary += all == 0 ? std::string(" | |")
                          : fmt::format(" {} ({} %) | {} ({} %) |", all, percent(all, count), own,
                                        percent(own, count));
    }
    summary += '\n';
    tables += fmt::format("\n## {}\n\n| field | ubl | peppol |\n|---|---|---|\n", kind.name);
    for (const std::string& field : used.front().fields) {
      tables += fmt::format("| `{}` |", field);
      for (std::size_t i = 0; i < used.size(); ++i) {
        const bool is_carried = used[i].carried.contains(field);
        tables += is_carried ? fmt::format(" {} |", place_of(places[i], field)) : " |";
      }
      tables += '\n';
    }
  }
  page.text = std::string(head) + summary + tables;
  return page;
}

TEST(UblFieldsPage, shows_the_mappings) {
  const std::string path = source_dir() + "/docs/reference/ubl-fields.md";
  const std::string wanted = page().text;
  if (run::writes_goldens()) std::ofstream(path) << wanted;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, wanted) << "./test --refresh ubl_round_trip writes the page";
}

TEST(UblFieldsPage, most_fields_of_the_examples_are_carried) {
  const auto carried = page().carried;
  EXPECT_EQ(carried.size(), 7U);
  for (const auto& [kind, part] : carried) EXPECT_GE(part, 95U) << kind;
}

}  // namespace
}  // namespace tradepost::ubl::fields_page_test
