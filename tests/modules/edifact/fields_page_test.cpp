// docs/reference/edifact-fields.md has the segments of each field, from the mappings and the
// examples. ./test --refresh edifact_round_trip writes it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text/text.hpp"
#include "document/read.hpp"
#include "edifact/mappings.hpp"
#include "edifact/write.hpp"
#include "tests/modules/edifact/used_fields.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::edifact::fields_page_test {
namespace {

constexpr std::string_view head =
    R"(# Fields of EDIFACT messages

The fields of each kind of documents that the examples use, and the segments that carry them in the directories D.01B
and D.96A. The mappings are in `model/edifact`; a test writes this page. `LIN > QTY+21 1.2` is the second component of
the first element of the segment QTY with the qualifier 21, in the group of LIN. A field without a segment is lost:
`tradepost convert --losses` prints it ([EDIFACT](../guides/edifact.md)).

)";

std::string path_of(const Mapping& mapping, ScopeId id) {
  if (id == 0) return {};
  const Scope& scope = mapping.scopes[id];
  const std::string parent = path_of(mapping, scope.parent);
  const auto name = mapping.scopes[scope.parent].type->fields[scope.slot].name;
  return fmt::format("{}{}{}", parent, parent.empty() ? "" : ".", name);
}

using Places = std::map<std::string, std::string>;

void add_places(const Mapping& mapping, const std::vector<Line>& lines, const std::string& group,
                Places& places) {
  for (const Line& line : lines) {
    std::string segment = group + line.tag;
    for (const Piece& piece : line.pieces) {
      const bool is_qualifier = piece.role == Piece::Role::constant && piece.element <= 2 &&
                                piece.component == 1 && !piece.texts.front().empty();
      if (is_qualifier) segment += '+' + piece.texts.front();
    }
    for (const Piece& piece : line.pieces) {
      if (piece.role != Piece::Role::value) continue;
      for (const document::FieldSlot slot : {piece.slot, piece.second}) {
        if (slot == document::no_slot) continue;
        const auto path = fmt::format("{}.{}", path_of(mapping, piece.scope),
                                      mapping.scopes[piece.scope].type->fields[slot].name);
        std::string& text = places[path];
        if (text.empty()) text = fmt::format("{} {}.{}", segment, piece.element, piece.component);
      }
    }
    const bool is_section = line.tag == "PGI" || line.tag == "CPS";
    add_places(mapping, line.lines, is_section ? group : segment + " > ", places);
  }
}

struct Page {
  std::string text = {};
  std::map<std::string_view, std::size_t> carried = {};  // percent, by directory
};

Page page() {
  std::string summary =
      "| kind | message | fields in use | D.01B | D.96A |\n|---|---|---|---|---|\n";
  std::string tables;
  std::size_t all = 0;
  std::map<std::string_view, std::size_t> carried;
  for (const document::KindRow& kind : document::kinds()) {
    std::vector<Used> used;
    std::vector<Places> places;
    for (const Directory& directory : directories()) {
      const Mapping* const mapping = Mappings::of_project().find(kind.kind, directory);
      used.push_back(used_fields(kind, [&](const document::View& content) {
        return mapping == nullptr ? std::optional<forms::Losses>()
                                  : write(*mapping, content).losses;
      }));
      places.emplace_back();
      if (mapping != nullptr) add_places(*mapping, mapping->lines, "", places.back());
      carried[directory.name] += used.back().carried.size();
    }
    const std::size_t count = used.front().fields.size();
    all += count;
    summary += fmt::format("| `{}` | {} | {} |", kind.name, kind.edifact, count);
    for (const Used& one : used) {
      summary +=
          fmt::format(" {} ({} %) |", one.carried.size(), percent(one.carried.size(), count));
    }
    summary += '\n';
    tables += fmt::format("\n## {}\n\n| field | D.01B | D.96A |\n|---|---|---|\n", kind.name);
    for (const std::string& field : used.front().fields) {
      tables += fmt::format("| `{}` |", field);
      for (std::size_t i = 0; i < used.size(); ++i) {
        const auto place = places[i].find(field);
        const bool is_carried = used[i].carried.contains(field) && place != places[i].end();
        tables += is_carried ? fmt::format(" `{}` |", place->second) : std::string(" |");
      }
      tables += '\n';
    }
  }
  Page page;
  summary += fmt::format("| all | | {} |", all);
  for (const Directory& directory : directories()) {
    page.carried[directory.name] = percent(carried[directory.name], all);
    summary += fmt::format(" {} ({} %) |", carried[directory.name], page.carried[directory.name]);
  }
  page.text = std::string(head) + summary + '\n' + tables;
  return page;
}

TEST(EdifactFieldsPage, shows_the_mappings) {
  const std::string path = source_dir() + "/docs/reference/edifact-fields.md";
  const std::string wanted = page().text;
  if (run::writes_goldens()) std::ofstream(path) << wanted;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, wanted) << "./test --refresh edifact_round_trip writes the page";
}

TEST(EdifactFieldsPage, most_fields_of_the_examples_are_carried) {
  EXPECT_GE(page().carried["D.01B"], 85);
}

}  // namespace
}  // namespace tradepost::edifact::fields_page_test
