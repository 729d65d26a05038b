#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/amounts/line_nets.hpp"
#include "document/json/view.hpp"
#include "forms/group.hpp"
#include "forms/loss.hpp"
#include "forms/objection.hpp"

namespace tradepost::forms {

using base::Decimal;
using document::View;

// A line of a document. Lines below another one follow it: a form has one level of lines.
struct Line {
  View item = {};
  std::string path = {};    // items.2.subItems.0
  std::string parent = {};  // the line number of the line around it
  bool is_charged = true;   // a line that only explains has the price 0
};

std::vector<Line> lines_of(const View& content);

// An amount that a line can have, and the number of units that the price is for.
struct Net {
  Decimal amount;
  std::optional<Decimal> per;
};

// Returns the amounts that the line can have: two if only the product decides what the price is for
// (document::PossibleNets), and none if it can't be computed.
std::vector<Net> nets_of(const Line& line, int decimals);

// The amounts of the lines of a document, computed when the first one is needed.
class LineAmounts {
 public:
  explicit LineAmounts(const View& content) : content_(content) {}

  // Returns an empty text if the amount can't be computed, or if two amounts are possible.
  const std::string& of(const View& item);

 private:
  View content_;
  std::map<std::uint32_t, std::string> amounts_;  // by the token of the line
};

// The amount of a line that a message states. A document has its price and quantity only.
struct StatedAmount {
  std::string line = {};   // items.0
  std::string text = {};   // a number, or empty
  std::string place = {};  // 26 MOA+203 1.2
};

// Adds the amounts that the lines of a document do not have. `content` is valid.
void lose_other_amounts(const View& content, const std::vector<StatedAmount>& amounts,
                        Losses& losses);

// The sign of all amounts of a credit note that has its amounts below zero is turned: in a form,
// positive amounts are credited.
enum class Sign : std::uint8_t { kept, turned };

// Writes the quantity, the price, the amount, the allowances and the charges of a line.
void write_amounts(const Line& line, const Net& net, Sign sign, Group& group,
                   Objections& objections);

// Writes the amount of an allowance or a charge and, if they agree with it, the percentage and its
// basis (PEPPOL-EN16931-R040).
void write_modification(Group& group, Term amount_term, const Decimal& amount,
                        const std::optional<Decimal>& basis,
                        const std::optional<Decimal>& percentage);
// Writes the reason of an allowance or a charge, which must have one.
void write_reason(Group& group, const View& modification, Term reason_term, bool is_charge);

Decimal signed_amount(const Decimal& amount, Sign sign);
bool is_charge(const View& modification);

}  // namespace tradepost::forms
