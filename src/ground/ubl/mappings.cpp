#include "ubl/mappings.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "ubl/mapping_texts.hpp"

namespace tradepost::ubl {
namespace {

bool is_later_version(const document::KindRow& kind, const document::View& content) {
  if (kind.version == document::no_slot) return false;
  const auto& header = document::types()[kind.header_type];
  const document::View version =
      content.member(document::types()[kind.type].fields[kind.header].name)
          .member(header.fields[kind.version].name);
  return version && version.scalar() != "0" && version.scalar() != "1";
}

}  // namespace

const Mappings& Mappings::of_project() {
  static const Mappings all = [] {
    Mappings mappings;
    for (const Extent extent : {Extent::whole, Extent::peppol, Extent::both}) {
      for (const auto& [name, text] : mapping_texts) {
        if (!text.starts_with("document ")) continue;
        auto mapping = parse_mapping(text, extent);
        CHECK(mapping.has_value());  // a test parses each of them
        const bool is_peppol = std::ranges::find(mapping->lines, "CustomizationID", &Line::name) !=
                               mapping->lines.end();
        if (extent == Extent::peppol && !is_peppol) continue;
        mappings.all_.push_back(std::make_unique<const Mapping>(*std::move(mapping)));
      }
    }
    return mappings;
  }();
  return all;
}

const Mapping* Mappings::find(document::Kind kind, Extent extent,
                              const document::View& content) const {
  const Mapping* found = nullptr;
  for (const auto& mapping : all_) {
    if (mapping->kind->kind != kind || mapping->extent != extent) continue;
    if (!mapping->is_of_later_versions || is_later_version(*mapping->kind, content)) {
      if (found == nullptr || mapping->is_of_later_versions) found = mapping.get();
    }
  }
  return found;
}

const Mapping* Mappings::find(std::string_view space, std::string_view root) const {
  for (const auto& mapping : all_) {
    const bool is_this = mapping->root->name == root && mapping->space() == space;
    if (is_this && mapping->extent == Extent::both) return mapping.get();
  }
  return nullptr;
}

bool has_form(document::Kind kind, Extent extent) {
  return std::ranges::any_of(Mappings::of_project().all(), [&](const auto& mapping) {
    return mapping->kind->kind == kind && mapping->extent == extent &&
           !mapping->is_of_later_versions;
  });
}

}  // namespace tradepost::ubl
