// docs/reference/edifact-fields.md has the segments of each field, from the mappings and the
// examples. ./test --refresh edifact_round_trip writes it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
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
#include "tests/modules/edifact/comparison.hpp"
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

// Removes the positions in lists: items.2.tax is items.tax.
std::string without_positions(std::string_view path) {
  std::string text;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    if (std::ranges::all_of(part, base::is_ascii_digit)) continue;
    if (!text.empty()) text += '.';
    text += part;
  }
  // The lines below a line have its fields.
  for (const std::string_view tree : {"subItems.", "transportUnits.transportUnits."}) {
    const std::string_view kept = tree == "subItems." ? "" : "transportUnits.";
    for (std::size_t at = text.find(tree); at != std::string::npos; at = text.find(tree)) {
      text.replace(at, tree.size(), kept);
    }
  }
  return text;
}

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

// The fields of the valid examples, and the ones of which a value is carried.
struct Used {
  std::set<std::string> fields = {};
  std::set<std::string> carried = {};
};

// Fields that the model does not know are left out.
void collect(const document::View& value, const document::TypeRow& type, const std::string& path,
             std::set<std::string>& paths) {
  value.each_member([&](const document::View& name, const document::View& member) {
    const auto slot = type.find(name.text());
    if (slot == document::no_slot) return;
    const document::FieldRow& field = type.fields[slot];
    const std::string here = path.empty() ? name.text() : path + '.' + name.text();
    const auto add = [&](const document::View& one, const std::string& place) {
      if (field.value == document::ValueType::object) {
        collect(one, document::type_of(field), place, paths);
      } else if (one) {
        paths.insert(place);
      }
    };
    if (field.shape == document::Shape::one) return add(member, here);
    member.each([&](std::uint32_t index, const document::View& element) {
      add(element, fmt::format("{}.{}", here, index));
    });
  });
}

Used used_fields(const document::KindRow& kind, const Mapping* mapping) {
  Used used;
  document::Reader reader;
  const auto folder = std::filesystem::path(source_dir()) / "examples" / kind.word;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string body{std::istreambuf_iterator<char>(file), {}};
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) continue;
    std::set<std::string> paths;
    collect(reader.content(), document::types()[kind.type], "", paths);
    for (const std::string& path : paths) used.fields.insert(without_positions(path));
    if (mapping == nullptr) continue;
    std::set<std::string> lost;
    for (const forms::Loss& loss : write(*mapping, reader.content()).losses) {
      if (loss.reason != forms::LossReason::shortened) {
        lost.insert(loss.path.substr(std::string_view("content.").size()));
      }
    }
    for (const std::string& path : paths) {
      if (!lost.contains(path)) used.carried.insert(without_positions(path));
    }
  }
  return used;
}

std::size_t percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : part * 100 / whole;
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
      used.push_back(used_fields(kind, mapping));
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
