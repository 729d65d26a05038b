#include "exchange/rules/numbering.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/model/units.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

class Numbering {
 public:
  Numbering(Transaction& row, const SubmitFacts& facts) : row_(row), facts_(facts) {
    for (const Unit& unit : row.units) {
      if (unit.numbering == UnitNumbering::own) own_.insert(unit.number);
    }
    for (const RangeFact& range : facts.ranges) next_.push_back(range.next);
    for (const SsccFact& fact : facts.ssccs) elsewhere_.emplace(fact.number, &fact.document);
    if (row.links.replaces != facts.units_of) return;
    for (const Unit& unit : facts.units_before) {
      if (sscc_of(unit)) before_.emplace(unit.number, unit.digest);
    }
  }

  std::vector<NumbersTaken> run() && {
    if (!before_.empty()) keep_numbers_of(facts_.units_before);
    for (Unit& unit : row_.units) {
      if (unit.numbering == UnitNumbering::none) give_one(unit);
    }
    warn();
    std::vector<NumbersTaken> taken;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      const RangeFact& range = facts_.ranges[i];
      if (next_[i] == range.next) continue;
      taken.push_back({.range = range.id, .first = range.next, .next = next_[i], .at = facts_.now});
    }
    return taken;
  }

 private:
  void keep_numbers_of(const std::vector<Unit>& before) {
    std::multimap<std::uint64_t, const Unit*> given;
    for (const Unit& unit : before) {
      const bool is_free = unit.numbering == UnitNumbering::given && !own_.contains(unit.number);
      if (is_free) given.emplace(unit.digest, &unit);
    }
    for (Unit& unit : row_.units) {
      if (unit.numbering != UnitNumbering::none) continue;
      const auto same = given.lower_bound(unit.digest);
      if (same == given.end() || same->first != unit.digest) continue;
      unit.numbering = UnitNumbering::given;
      unit.number = same->second->number;
      unit.range = same->second->range;
      given.erase(same);
    }
  }

  void give_one(Unit& unit) {
    for (std::size_t i = 0; i < next_.size(); ++i) {
      const RangeFact& range = facts_.ranges[i];
      while (next_[i] < range.end && own_.contains(next_[i])) ++next_[i];
      if (next_[i] >= range.end) continue;
      unit.numbering = UnitNumbering::given;
      unit.number = next_[i]++;
      unit.range = range.id;
      gave_some_ = true;
      return;
    }
  }

  void warn() { row_.warnings.add(doubts()); }

  std::vector<Finding> doubts() const {
    std::set<std::uint64_t> seen;
    std::vector<Finding> found;
    for (const PlacedUnit& one : placed(row_.units)) {
      if (row_.warnings.size() + found.size() >= limits::warnings_named_max) return found;
      if (auto finding = doubt_about(one, seen)) found.push_back(*std::move(finding));
    }
    if (auto finding = doubt_about_ranges()) found.push_back(*std::move(finding));
    return found;
  }

  std::optional<Finding> doubt_about(const PlacedUnit& one, std::set<std::uint64_t>& seen) const {
    const Unit& unit = one.unit;
    if (unit.numbering == UnitNumbering::none) {
      return findings::unit_without_number(row_.kind, one.place);
    }
    if (unit.numbering != UnitNumbering::own) return std::nullopt;
    if (!seen.insert(unit.number).second) return findings::sscc_twice(row_.kind, one.place);
    if (was_of_other_content(unit)) return findings::sscc_of_other_content(row_.kind, one.place);
    if (const std::string* const other = other_document_with(unit.number)) {
      return findings::sscc_of_other_document(row_.kind, one.place, *other);
    }
    if (will_be_given(unit.number)) return findings::sscc_of_a_range(row_.kind, one.place);
    return std::nullopt;
  }

  bool was_of_other_content(const Unit& unit) const {
    const auto [first, last] = before_.equal_range(unit.number);
    return first != last && std::ranges::none_of(first, last, [&](const auto& one) {
             return one.second == unit.digest;
           });
  }

  // Returns the number of another document that has this SSCC, or nullptr.
  const std::string* other_document_with(std::uint64_t sscc) const {
    const auto at = elsewhere_.find(sscc);
    if (at == elsewhere_.end()) return nullptr;
    const bool is_same = !row_.number.empty() && *at->second == row_.number;
    return is_same ? nullptr : at->second;
  }

  bool will_be_given(std::uint64_t number) const {
    for (std::size_t i = 0; i < next_.size(); ++i) {
      if (number >= next_[i] && number < facts_.ranges[i].end) return true;
    }
    return false;
  }

  // Returns a warning if a range of the sender, or of the network if the sender has none, gave
  // numbers and few are left.
  std::optional<Finding> doubt_about_ranges() const {
    const bool has_own =
        std::ranges::any_of(facts_.ranges, [](const auto& range) { return !range.is_networks; });
    std::uint64_t left = 0;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      const RangeFact& range = facts_.ranges[i];
      if (range.is_networks == has_own) continue;
      left += range.end - next_[i];
      all += range.end - range.first;
    }
    const bool is_little = left < all / 10 && left < limits::numbers_left_few;
    if (!gave_some_ || !is_little) return std::nullopt;
    return findings::few_numbers_left(row_.kind, left);
  }

  Transaction& row_;
  const SubmitFacts& facts_;
  bool gave_some_ = false;
  std::vector<std::uint64_t> next_;                        // one for each of facts_.ranges
  std::set<std::uint64_t> own_;                            // that units were sent with
  std::multimap<std::uint64_t, std::uint64_t> before_;     // in the version before: number, digest
  std::map<std::uint64_t, const std::string*> elsewhere_;  // of facts_.ssccs
};

}  // namespace

std::vector<NumbersTaken> number_units(Transaction& row, const SubmitFacts& facts) {
  if (row.units.empty()) return {};
  return Numbering(row, facts).run();
}

}  // namespace tradepost::exchange
