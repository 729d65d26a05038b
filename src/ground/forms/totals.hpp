#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/model/schema.hpp"
#include "forms/group.hpp"
#include "forms/line_amounts.hpp"
#include "forms/objection.hpp"

namespace tradepost::forms {

// The amounts of an invoice or a credit note after EN 16931: of its lines, of its allowances and
// charges, of each rate of tax, and of the whole document. The amounts of the summary are written
// if they follow from the lines within a cent for each line. A difference of the amount due is a
// rounding or an amount that has been paid. Other differences are objections.
class Totals {
 public:
  Totals(const View& content, document::Kind kind, Objections& objections);

  // Writes a group BG-25 for each line in their order, and all amounts.
  void write(const std::vector<Line>& lines, Group& root);

 private:
  using Key = std::pair<std::string, Decimal>;  // category and rate
  struct Taxed {
    Decimal lines;
    Decimal net;
    std::string reason = {};  // of an exemption
  };
  struct Entry {  // of the summary
    Decimal rate;
    std::string category = {};
    std::string description = {};
    View item = {};
    std::string path = {};
  };

  void read_entries();
  std::vector<Net> chosen_nets(const std::vector<Line>& lines);
  std::vector<Net> nets_with(const std::vector<Line>& lines, std::size_t preferred,
                             Objections& objections) const;
  std::string category_of(const View& tax, const Decimal& rate, const std::string& path);
  void write_line(const Line& line, const Net& net, Group& group);
  void write_modifications(Group& root);
  void write_modification(const View& modification, const std::optional<Decimal>& basis,
                          const std::string& path, Group& root);
  void write_part(const View& modification, const Key& key, const Decimal& amount,
                  const std::optional<Decimal>& basis, Group& root);
  Decimal write_taxes(Group& root);
  Decimal taxable_of(const Key& key, const Taxed& taxed);
  Decimal tax_of(const Key& key, const Decimal& taxable);
  void write_reason(const Key& key, const Taxed& taxed, Group& group);
  const Entry* entry_of(const Key& key) const;
  void write_sums(const Decimal& tax, Group& root);
  void write_due(const Decimal& gross, Group& root);
  // Returns the computed amount, or the stated one with an objection if they differ by more than
  // the tolerance.
  Decimal agreed(const Decimal& computed, const View& stated, std::string_view rule,
                 std::string_view path, std::string_view message);

  View header_, summary_;
  Objections& objections_;
  int decimals_;
  Sign sign_ = Sign::kept;
  Decimal tolerance_;
  std::vector<Entry> entries_;
  std::map<Key, Taxed> taxed_;
  Decimal subtotal_, allowances_, charges_;
  std::size_t parts_ = 0;  // of allowances and charges of the whole document
};

}  // namespace tradepost::forms
