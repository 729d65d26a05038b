#include "simulation/documents/identifiers.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "client/reading.hpp"

namespace tradepost::simulation {
namespace {

std::string compared(const Identifier& identifier) {
  std::string text = base::ascii_uppered(identifier.domain + ":" + identifier.identifier);
  std::erase_if(text, [](char c) { return c == ' ' || c == '-'; });
  return text;
}

bool is_internal(const Identifier& identifier) {
  return identifier.domain.ends_with("_INTERNAL");
}

}  // namespace

Identifier identifier_of(std::string_view words) {
  const auto colon = words.find(':');
  if (colon == std::string_view::npos) return {.domain = "GS1", .identifier = std::string(words)};
  return {.domain = base::ascii_uppered(std::string(words.substr(0, colon))),
          .identifier = std::string(words.substr(colon + 1))};
}

std::vector<Identifier> identifiers_in(const document::View& list) {
  std::vector<Identifier> identifiers;
  list.each([&](std::uint32_t, const document::View& one) {
    const std::string domain = client::text_in(one, "domain");
    Identifier identifier{.domain = domain.empty() ? "GS1" : domain,
                          .identifier = client::text_in(one, "identifier")};
    if (!base::is_blank(identifier.identifier)) identifiers.push_back(std::move(identifier));
  });
  return identifiers;
}

void write(base::JsonWriter& json, const std::vector<Identifier>& identifiers) {
  json.begin_array();
  for (const Identifier& one : identifiers) {
    json.begin_object().key("identifier").string(one.identifier);
    json.key("domain").string(one.domain).end_object();
  }
  json.end_array();
}

std::string Party::shown() const {
  if (!name.empty()) return name;
  return identifiers.empty() ? "nobody" : identifiers.front().identifier;
}

Party addressable(Party party) {
  if (!std::ranges::all_of(party.identifiers, is_internal)) {
    std::erase_if(party.identifiers, is_internal);
  }
  return party;
}

Party party_in(const document::View& value) {
  return addressable({.name = client::text_in(value, "name"),
                      .identifiers = identifiers_in(value.member("identifiers"))});
}

bool is_same(const Party& one, const Party& other) {
  return std::ranges::any_of(one.identifiers, [&](const Identifier& mine) {
    return std::ranges::any_of(other.identifiers, [&](const Identifier& theirs) {
      return compared(mine) == compared(theirs);
    });
  });
}

void write(base::JsonWriter& json, const Party& party) {
  json.begin_object();
  if (!party.name.empty()) json.key("name").string(party.name);
  json.key("identifiers");
  write(json, party.identifiers);
  write_address(json, party);
  json.end_object();
}

void write_address(base::JsonWriter& json, const Party& party) {
  if (!party.postal_address.empty()) json.key("postalAddress").raw(party.postal_address);
}

}  // namespace tradepost::simulation
