#include "exchange/model/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "document/transport_units.hpp"
#include "gs1/check_digit.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::uint64_t numbers_end = 100'000'000'000'000'000;  // above all numbers of 17 digits

std::uint64_t short_digest(base::Sha256& sha256, std::string_view content) {
  const base::Digest digest = sha256.update(content).finish();
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < sizeof first; ++i) {
    first |= static_cast<std::uint64_t>(digest.bytes[i]) << (8 * i);
  }
  return first;
}

void read_identifier(const document::View& identifier, Unit& unit) {
  const std::string text = identifier.is_text() ? identifier.text() : std::string();
  if (base::is_blank(text)) return;
  const auto number = sscc_number(text);
  unit.numbering = number ? UnitNumbering::own : UnitNumbering::other;
  unit.number = number.value_or(0);
}

// Parses a list position of a place. Returns nullopt if the text is not one.
std::optional<std::uint32_t> position(std::string_view text) {
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  return base::whole_number<std::uint32_t>(text);
}

}  // namespace

std::string sscc_text(std::uint64_t number) {
  CHECK(number < numbers_end);
  std::string text = fmt::format("{:017}", number);
  text += gs1::check_digit(text);
  return text;
}

std::optional<std::string> sscc_of(const Unit& unit) {
  if (unit.numbering != UnitNumbering::own && unit.numbering != UnitNumbering::given) {
    return std::nullopt;
  }
  return sscc_text(unit.number);
}

std::optional<std::uint64_t> sscc_number(std::string_view text) {
  text = base::trimmed(text);
  if (gs1::verify_sscc(text) != gs1::CheckDigit::right) return std::nullopt;
  std::uint64_t number = 0;
  for (const char digit : text.substr(0, text.size() - 1)) {
    number = 10 * number + static_cast<std::uint64_t>(digit - '0');
  }
  return number;
}

std::vector<PlacedUnit> placed(const std::vector<Unit>& units) {
  std::vector<PlacedUnit> all;
  all.reserve(units.size());
  std::uint32_t outer = 0;
  for (const Unit& unit : units) {
    if (unit.depth == 0) outer = unit.index;
    all.push_back({.place = unit.depth == 0 ? fmt::format("{}", outer)
                                            : fmt::format("{}.{}", outer, unit.index),
                   .unit = unit});
  }
  return all;
}

std::string path_of(std::string_view place) {
  std::string path = "content.transportUnits.";
  for (const char c : place) {
    path += c == '.' ? std::string_view(".transportUnits.") : std::string_view(&c, 1);
  }
  return path;
}

const Unit* unit_at(const std::vector<Unit>& units, std::string_view place) {
  const auto dot = place.find('.');
  const auto outer = position(place.substr(0, dot));
  const bool is_inner = dot != std::string_view::npos;
  const auto inner = is_inner ? position(place.substr(dot + 1)) : std::optional<std::uint32_t>();
  if (!outer || (is_inner && !inner)) return nullptr;
  auto at = std::ranges::find_if(
      units, [&](const Unit& unit) { return unit.depth == 0 && unit.index == *outer; });
  if (at == units.end()) return nullptr;
  if (!is_inner) return &*at;
  for (++at; at != units.end() && at->depth > 0; ++at) {
    if (at->index == *inner) return &*at;
  }
  return nullptr;
}

std::vector<std::uint64_t> ssccs_in(const std::vector<Unit>& units) {
  std::vector<std::uint64_t> numbers;
  std::unordered_set<std::uint64_t> seen;
  for (const Unit& unit : units) {
    if (numbers.size() == base::limits::ssccs_looked_for) break;
    const bool is_own = unit.numbering == UnitNumbering::own;
    if (is_own && seen.insert(unit.number).second) numbers.push_back(unit.number);
  }
  return numbers;
}

std::vector<Unit> units_of(Kind kind, const document::View& kept, std::string_view content) {
  std::vector<Unit> units;
  if (!document::has_labels(kind)) return units;
  base::Sha256 sha256;
  const auto found = document::transport_units(kind, kept, base::limits::units_numbered_max + 1);
  units.reserve(found.size());
  for (const document::TransportUnit& each : found) {
    const std::uint32_t begin = each.view.offset() - kept.offset();
    const std::uint32_t end = each.view.end() - kept.offset();
    Unit& unit = units.emplace_back();
    unit.depth = each.depth;
    unit.index = each.index;
    unit.inside = begin + 1;
    unit.digest = short_digest(sha256, content.substr(begin, end - begin));
    read_identifier(each.view.member("unitIdentifier"), unit);
  }
  return units;
}

}  // namespace tradepost::exchange
