#include "forms/line_amounts.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "document/amounts/amounts.hpp"
#include "document/json_members.hpp"
#include "forms/codes.hpp"

namespace tradepost::forms {
namespace {

using document::amount_in;
using document::cents;
using document::difference;
using document::Fraction;
using document::LineFields;
using document::money;
using document::PossibleNets;
using document::price_in;
using document::product;
using document::sum;

constexpr std::string_view slack = "0.02";  // of rules about products

LineFields fields_of(const Line& line) {
  LineFields fields(line.item, "quantity");
  if (line.is_charged) fields.sub_items = {};
  return fields;
}

void add_lines(const View& items, const std::string& path, const std::string& parent,
               std::vector<Line>& lines) {
  items.each([&](std::uint32_t index, const View& item) {
    const View sub_items = item.member("subItems");
    const View charged = item.member("isInvoicedItem");
    Line line{.item = item, .path = path + '.' + std::to_string(index), .parent = parent};
    line.is_charged = charged ? charged.scalar() == "true" : !sub_items.has_elements();
    const View number = item.member("lineNumber");
    lines.push_back(line);
    add_lines(sub_items, line.path + ".subItems",
              number ? std::string(number.scalar()) : std::string(), lines);
  });
}

Term term_after(Term term, int places) {
  return static_cast<Term>(static_cast<int>(term) + places);
}

}  // namespace

std::vector<Line> lines_of(const View& content) {
  std::vector<Line> lines;
  add_lines(content.member("items"), "items", "", lines);
  return lines;
}

Decimal signed_amount(const Decimal& amount, Sign sign) {
  return sign == Sign::kept ? amount : difference(Decimal(), amount);
}

bool is_charge(const View& modification) {
  return document::text_in(modification, "type") == "CHARGE";
}

std::vector<Net> nets_of(const Line& line, int decimals) {
  if (!line.is_charged) return {{.amount = money(Decimal(), decimals), .per = std::nullopt}};
  const LineFields fields = fields_of(line);
  const auto per = amount_in(fields.price_quantity);
  std::vector<Net> nets;
  if (fields.is_priced_in_its_unit()) {
    const PossibleNets possible = PossibleNets::of(fields, fields.price, decimals);
    for (const Decimal& net : possible.all()) {
      nets.push_back({.amount = net, .per = nets.empty() ? std::nullopt : per});
    }
    return nets;
  }
  const auto quantity = amount_in(fields.quantity);
  const auto price = price_in(fields.price);
  if (!quantity || !price || !per) return nets;
  const auto amount = Fraction::ratio(product(*quantity, *price), *per);
  const auto net = amount && fields.modifications.has_elements()
                       ? document::modified(*amount, fields.modifications)
                       : amount;
  if (net) nets.push_back({.amount = net->rounded(decimals), .per = per});
  return nets;
}

void write_modification(Group& group, Term amount_term, const Decimal& amount,
                        const std::optional<Decimal>& basis,
                        const std::optional<Decimal>& percentage) {
  group.set(amount_term, amount.to_string());
  if (!basis || !percentage) return;
  const Decimal rounded_basis = money(*basis);
  const Decimal computed = product(product(rounded_basis, *percentage), document::decimal("0.01"));
  if (!document::is_within(document::decimal(slack), computed, amount)) return;
  group.set(term_after(amount_term, 1), rounded_basis.to_string());
  group.set(term_after(amount_term, 2), percentage->to_string());
}

void write_reason(Group& group, const View& modification, Term reason_term, bool charged) {
  const std::string code = document::text_in(modification, "reasonCode");
  group.set(term_after(reason_term, 1),
            std::string(theirs_of(charged ? std::span<const Code>(chargeReasons_codes)
                                          : std::span<const Code>(allowanceReasons_codes),
                                  code)));
  group.set(reason_term, document::text_in(modification, "description"));
  if (!group.has(reason_term) && !group.has(term_after(reason_term, 1))) {
    group.set(reason_term, !code.empty() ? code : charged ? "CHARGE" : "ALLOWANCE");
  }
}

namespace {

// Returns the sum of the charges less the allowances.
Decimal write_modifications(const Line& line, const Decimal& gross, Sign sign, Group& group) {
  Decimal total;
  line.item.member("modificationGroups").each([&](std::uint32_t, const View& one) {
    const auto basis = amount_in(one.member("basis"));
    one.member("modifications").each([&](std::uint32_t, const View& modification) {
      const auto stated = amount_in(modification.member("amount"));
      const auto percentage = amount_in(modification.member("percentage"));
      const Decimal of = basis.value_or(gross);
      const Decimal part =
          product(product(of, percentage.value_or(Decimal())), document::decimal("0.01"));
      const Decimal amount = signed_amount(money(stated.value_or(part)), sign);
      const bool charged = is_charge(modification);
      total = charged ? sum(total, amount) : difference(total, amount);
      Group& written = group.add(charged ? Term::bg_28 : Term::bg_27);
      write_modification(written, charged ? Term::bt_141 : Term::bt_136, amount,
                         signed_amount(of, sign), percentage);
      write_reason(written, modification, charged ? Term::bt_144 : Term::bt_139, charged);
    });
  });
  return total;
}

}  // namespace

void write_amounts(const Line& line, const Net& net, Sign sign, Group& group,
                   Objections& objections) {
  const LineFields fields = fields_of(line);
  const auto stated_quantity = amount_in(fields.quantity);
  const auto stated_price = price_in(fields.price);
  if (!stated_quantity || !stated_price) return;
  Decimal quantity = signed_amount(*stated_quantity, sign);
  Decimal price = line.is_charged ? *stated_price : Decimal();
  const Decimal gross_product = product(quantity, price);
  if (price.is_negative()) {
    price = difference(Decimal(), price);
    quantity = difference(Decimal(), quantity);
  }
  group.set(Term::bt_129, quantity.to_string());
  group.set(Term::bt_146, price.to_string());
  const Decimal amount = signed_amount(net.amount, sign);
  group.set(Term::bt_131, amount.to_string());
  Fraction gross(gross_product);
  if (net.per) {
    group.set(Term::bt_149, net.per->to_string());
    gross = Fraction::ratio(gross_product, *net.per).value_or(gross);
  }
  if (!line.is_charged) return;
  const Decimal before = gross.rounded(cents);
  const Decimal total = write_modifications(line, signed_amount(before, sign), sign, group);
  const Decimal apart = difference(amount, sum(gross.rounded(6), total));
  if (document::is_within(document::decimal(slack), apart, Decimal())) return;
  object(objections, "PEPPOL-EN16931-R120", line.path,
         "The amount of the line differs from quantity, price, allowances and charges by more than "
         "0.02. Give each allowance and charge its amount with two decimals.");
}

const std::string& LineAmounts::of(const View& item) {
  if (amounts_.empty()) {
    for (const Line& line : lines_of(content_)) {
      const std::vector<Net> nets = nets_of(line, document::cents);
      amounts_[line.item.token()] =
          nets.size() == 1 ? nets.front().amount.to_string() : std::string();
    }
  }
  return amounts_[item.token()];
}

void lose_other_amounts(const View& content, const std::vector<StatedAmount>& amounts,
                        Losses& losses) {
  if (amounts.empty()) return;
  std::map<std::string, std::vector<Net>> nets;
  for (const Line& line : lines_of(content)) {
    nets[line.path] = nets_of(line, document::cents);
  }
  for (const StatedAmount& one : amounts) {
    if (losses.size() == base::limits::faults_named_max) return;
    const auto stated = Decimal::parse(one.text);
    const bool is_amount_of_line =
        stated &&
        std::ranges::any_of(nets[one.line], [&](const Net& net) { return net.amount == *stated; });
    if (!is_amount_of_line) {
      losses.push_back({.path = one.place, .reason = LossReason::absent});
    }
  }
}

}  // namespace tradepost::forms
