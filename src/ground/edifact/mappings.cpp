#include "edifact/mappings.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "edifact/mapping_texts.hpp"

namespace tradepost::edifact {
namespace {

std::string_view text_of(const document::KindRow& kind) {
  const auto found = std::ranges::find(mapping_texts, kind.name, &MappingText::first);
  return found == mapping_texts.end() ? std::string_view() : found->second;
}

}  // namespace

const Mappings& Mappings::of_project() {
  static const Mappings all = [] {
    auto mappings = with_variant({});
    CHECK(mappings.has_value());  // a test parses each of them
    return *std::move(mappings);
  }();
  return all;
}

std::expected<Mappings, MappingFault> Mappings::with_variant(std::string_view variant) {
  Mappings mappings;
  for (const Directory& directory : directories()) {
    for (const document::KindRow& kind : document::kinds()) {
      auto mapping = parse_mapping(text_of(kind), kind, directory, variant);
      if (!mapping) return std::unexpected(mapping.error());
      if (mapping->message == nullptr) continue;
      mappings.all_.push_back(std::make_shared<const Mapping>(*std::move(mapping)));
    }
  }
  return mappings;
}

const Mapping* Mappings::find(document::Kind kind, const Directory& directory) const {
  for (const auto& mapping : all_) {
    if (mapping->kind->kind == kind && mapping->directory == &directory) return mapping.get();
  }
  return nullptr;
}

const Mapping* Mappings::find(const Message& message) const {
  const Directory* directory = find_directory(message.directory);
  constexpr std::string_view older = "D.9";
  if (directory == nullptr) {
    directory =
        message.directory.starts_with(older) ? &directories().back() : &directories().front();
  }
  std::string_view code;
  for (std::size_t i = 0; i < message.size() && code.empty(); ++i) {
    if (message.tag(i) == "BGM") code = message.component(i, 1, 1);
  }
  const std::string_view type =
      message.type == "ORDCHG" ? std::string_view("ORDERS") : std::string_view(message.type);
  const Mapping* only = nullptr;
  bool is_only_one = false;
  for (const auto& mapping : all_) {
    if (mapping->directory != directory || mapping->message->type != type) continue;
    if (std::ranges::find(mapping->codes, code) != mapping->codes.end()) return mapping.get();
    is_only_one = only == nullptr;
    only = mapping.get();
  }
  // An unknown code must not make an invoice of a credit note.
  return is_only_one ? only : nullptr;
}

}  // namespace tradepost::edifact
