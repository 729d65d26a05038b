#include "ubl/matching.hpp"

#include <algorithm>

#include "ubl/values.hpp"

namespace tradepost::ubl {
namespace {

constexpr std::string_view aggregates =
    "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
constexpr std::string_view basics =
    "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";

std::string_view text_of_piece(const Piece& piece, const xml::Element& element) {
  return piece.attribute.empty() ? element.text() : element.attribute(piece.attribute);
}

// A child that has constants only says what an element is about.
bool is_constant(const Line& line) {
  if (line.type != nullptr) {
    return !line.lines.empty() && std::ranges::all_of(line.lines, is_constant);
  }
  return std::ranges::all_of(
      line.pieces, [](const Piece& piece) { return piece.role == Piece::Role::constant; });
}

// An attribute says who gave the number, or in which list a code is.
bool has_issuer(const Line& line) {
  return std::ranges::any_of(line.pieces, [](const Piece& piece) {
    const bool is_domain = piece.codes != nullptr && piece.field->name == "domain";
    return !piece.attribute.empty() && (is_domain || piece.role == Piece::Role::constant);
  });
}

bool is_known_domain(const Mapping& mapping, const Piece& piece, std::string_view text) {
  const std::string* const ours = ours_of(*piece.codes, text.empty() ? "-" : text);
  const auto& domains = mapping.scopes[piece.scope].domains;
  return ours != nullptr && (domains.empty() || std::ranges::find(domains, *ours) != domains.end());
}

}  // namespace

bool matches(const Mapping& mapping, const Line& line, const xml::Element& element) {
  if (element.local() != line.name) return false;
  if (element.space() != (line.type == nullptr ? basics : aggregates)) return false;
  for (const Piece& piece : line.pieces) {
    const std::string_view text = text_of_piece(piece, element);
    if (piece.role == Piece::Role::constant &&
        std::ranges::find(piece.texts, text) == piece.texts.end()) {
      return false;
    }
    const bool is_domain =
        piece.codes != nullptr && piece.field->name == "domain" && !piece.attribute.empty();
    if (is_domain && !is_known_domain(mapping, piece, text)) return false;
  }
  return std::ranges::all_of(line.lines, [&](const Line& below) {
    if (below.is_rest()) return true;
    const bool is_number = line.lines.size() == 1 && has_issuer(below);
    if (!is_constant(below) && !is_number) return true;
    bool is_there = false;
    for (xml::Element child = element.first_child(); child; child = child.next()) {
      if (child.local() != below.name) continue;
      if (matches(mapping, below, child)) return true;
      is_there = true;
    }
    // An optional element decides only if it is there.
    return !is_there && !is_constant(below);
  });
}

xml::Element child_named(const xml::Element& parent, std::string_view local) {
  for (xml::Element child = parent.first_child(); child; child = child.next()) {
    if (child.local() == local) return child;
  }
  return {};
}

std::string_view child_text(const xml::Element& parent, std::string_view local) {
  const xml::Element child = child_named(parent, local);
  return child ? child.text() : std::string_view();
}

}  // namespace tradepost::ubl
