#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/text/text.hpp"
#include "document/read.hpp"
#include "forms/loss.hpp"
#include "tests/source_dir.hpp"

// The fields that the examples of a kind use, for pages that list the fields of a form.
namespace tradepost::edifact {

// Removes the positions in lists: items.2.tax is items.tax.
inline std::string without_positions(std::string_view path) {
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

// The fields of the valid examples, and the ones of which a value is carried.
struct Used {
  std::set<std::string> fields = {};
  std::set<std::string> carried = {};
};

// Fields that the model does not know are left out.
inline void collect(const document::View& value, const document::TypeRow& type,
                    const std::string& path, std::set<std::string>& paths) {
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

// `losses_of` returns the losses of a document, or nothing if the kind has no such form.
template <typename LossesOf>
Used used_fields(const document::KindRow& kind, const LossesOf& losses_of) {
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
    const std::optional<forms::Losses> losses = losses_of(reader.content());
    if (!losses) continue;
    std::set<std::string> lost;
    for (const forms::Loss& loss : *losses) {
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

inline std::size_t percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : part * 100 / whole;
}

}  // namespace tradepost::edifact
