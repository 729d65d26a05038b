// The numbers of transport units: contract 1.1, 9.9, 10.1 and 10.2.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "conformance/oracle.hpp"
#include "conformance/words.hpp"

namespace tradepost::conformance {

Answer Oracle::apply_one(std::size_t /*number*/, const AddRange& command) {
  const KnownRange asked{.owner = command.owner,
                         .flow = command.flow,
                         .first = range_base + command.first,
                         .next = range_base + command.first,
                         .end = range_base + command.first + command.count,
                         .id = {}};
  for (const KnownRange& known : network_.ranges) {
    if (known.flow == asked.flow && asked.first < known.end && known.first < asked.end) {
      return {.words = "refused for prefix", .made_transactions = {}, .made_cases = {}};
    }
  }
  keep();
  network_.ranges.push_back(asked);
  return {.words = "added", .made_transactions = {}, .made_cases = {}};
}

// The sender's own ranges come first, each group in order of age.
std::optional<std::uint64_t> Oracle::next_number(const KnownTransaction& of) {
  for (const Member owner : {of.principal.member, no_member}) {
    for (KnownRange& range : network_.ranges) {
      if (range.owner != owner || range.flow != of.flow) continue;
      const auto is_used = [&](const KnownUnit& unit) { return unit.own == range.next; };
      while (range.next < range.end && std::ranges::any_of(of.units, is_used)) ++range.next;
      if (range.next < range.end) return range.next++;
    }
  }
  return std::nullopt;
}

bool Oracle::is_in_a_range(const KnownTransaction& of, std::uint64_t number) const {
  return std::ranges::any_of(network_.ranges, [&](const KnownRange& range) {
    return (range.owner == of.principal.member || range.owner == no_member) &&
           range.flow == of.flow && number >= range.next && number < range.end;
  });
}

void Oracle::number_units(KnownTransaction& made) {
  for (const LetterUnit& unit : units_of(made.letter)) {
    made.units.push_back({.content = content_of(unit, made.letter),
                          .own = unit.sscc,
                          .given = {},
                          .has_other_number = unit.has_other_number});
  }
  const auto needs_one = [](const KnownUnit& unit) {
    return !unit.own && !unit.given && !unit.has_other_number;
  };
  std::vector<KnownUnit> before;
  if (made.replaces) before = network_.transactions[*made.replaces].units;
  for (KnownUnit& unit : made.units) {
    if (!needs_one(unit)) continue;
    const auto same = std::ranges::find_if(before, [&](const KnownUnit& older) {
      const auto has_it = [&](const KnownUnit& one) { return one.own == older.given; };
      return older.given && older.content == unit.content &&
             std::ranges::none_of(made.units, has_it);
    });
    if (same == before.end()) continue;
    unit.given = same->given;
    before.erase(same);
  }
  bool were_taken = false;
  for (KnownUnit& unit : made.units) {
    if (!needs_one(unit)) continue;
    unit.given = next_number(made);
    were_taken |= unit.given.has_value();
  }
  made.warnings += doubts_about_units(made, were_taken);
}

std::optional<Place> Oracle::newest_with(std::uint64_t sscc,
                                         const std::function<bool(Place)>& is_meant) const {
  const auto has_it = [&](const KnownUnit& unit) { return unit.own == sscc || unit.given == sscc; };
  for (Place place = network_.transactions.size(); place-- > 0;) {
    if (std::ranges::any_of(network_.transactions[place].units, has_it) && is_meant(place)) {
      return place;
    }
  }
  return std::nullopt;
}

bool Oracle::is_in_another_document(const KnownTransaction& made, std::uint64_t sscc) const {
  const auto is_its = [&](Place place) {
    const KnownTransaction& known = network_.transactions[place];
    return known.principal.member == made.principal.member &&
           known.letter.kind == made.letter.kind && known.flow == made.flow;
  };
  const auto newest = newest_with(sscc, is_its);
  return newest && (made.letter.number.empty() ||
                    network_.transactions[*newest].letter.number != made.letter.number);
}

// Counts common defects of master data, which are accepted with a warning (contract 4.4).
std::size_t Oracle::doubts_about_units(const KnownTransaction& made, bool were_taken) const {
  std::size_t doubts = 0;
  for (std::size_t i = 0; i < made.units.size(); ++i) {
    const KnownUnit& unit = made.units[i];
    if (!unit.own) {
      if (!unit.given && !unit.has_other_number) ++doubts;
      continue;
    }
    bool is_odd = is_in_a_range(made, *unit.own);
    for (std::size_t j = 0; j < i; ++j) is_odd |= made.units[j].own == unit.own;
    if (made.replaces) {
      const auto& before = network_.transactions[*made.replaces].units;
      const auto has_it = [&](const KnownUnit& older) {
        return older.own == unit.own || older.given == unit.own;
      };
      const auto is_it = [&](const KnownUnit& older) {
        return has_it(older) && older.content == unit.content;
      };
      is_odd |= std::ranges::any_of(before, has_it) && std::ranges::none_of(before, is_it);
    }
    if (is_odd || is_in_another_document(made, *unit.own)) ++doubts;
  }
  const auto is_own = [&](const KnownRange& range) {
    return range.owner == made.principal.member && range.flow == made.flow;
  };
  const bool has_own = std::ranges::any_of(network_.ranges, is_own);
  std::uint64_t left = 0;
  std::uint64_t all = 0;
  for (const KnownRange& range : network_.ranges) {
    if (range.flow != made.flow) continue;
    if (has_own ? !is_own(range) : range.owner != no_member) continue;
    left += range.end - range.next;
    all += range.end - range.first;
  }
  return doubts + (were_taken && left < 1000 && left < all / 10 ? 1 : 0);
}

std::vector<std::string> Oracle::numbers(Caller caller) const {
  std::vector<std::string> lines;
  const HistoryPage everything{
      .caller = caller, .kind = {}, .status = {}, .direction = {}, .number = {}};
  const auto places = history_places(everything);
  std::set<std::uint64_t> all;
  for (const Place place : places) {
    NumbersWords words{.transaction = place, .numbers = {}};
    for (const KnownUnit& unit : network_.transactions[place].units) {
      words.numbers.push_back(unit.own ? unit.own : unit.given);
      if (words.numbers.back()) all.insert(*words.numbers.back());
    }
    lines.push_back(words_of(words));
  }
  const auto is_seen = [&](Place place) {
    return std::ranges::find(places, place) != places.end();
  };
  for (const std::uint64_t sscc : all) {
    lines.push_back(words_of(SsccWords{.sscc = sscc, .transaction = newest_with(sscc, is_seen)}));
  }
  return lines;
}

}  // namespace tradepost::conformance
