#include "forms/totals.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "document/amounts/amounts.hpp"
#include "document/json_members.hpp"
#include "forms/codes.hpp"

namespace tradepost::forms {
namespace {

using document::amount_in;
using document::decimal;
using document::difference;
using document::money;
using document::percent_of;
using document::product;
using document::sum;
using document::text_in;

// The last part of the names of rules about a category: BR-S-08, BR-IC-08.
struct CategoryRules {
  std::string_view category;
  std::string_view word;
  std::string_view exemption;  // the code of a reason that the category implies
};
constexpr std::array categories = {CategoryRules{"S", "S", ""},
                                   CategoryRules{"Z", "Z", ""},
                                   CategoryRules{"E", "E", ""},
                                   CategoryRules{"AE", "AE", "VATEX-EU-AE"},
                                   CategoryRules{"K", "IC", "VATEX-EU-IC"},
                                   CategoryRules{"G", "G", "VATEX-EU-G"},
                                   CategoryRules{"O", "O", "VATEX-EU-O"},
                                   CategoryRules{"L", "AF", ""},
                                   CategoryRules{"M", "AG", ""}};

// Documents have a few rates. Each allowance is divided among all of them, and the result is
// bounded.
constexpr std::size_t rates_max = 100;
constexpr std::size_t parts_max = 10'000;

const CategoryRules* rules_of(std::string_view category) {
  const auto found = std::ranges::find(categories, category, &CategoryRules::category);
  return found == categories.end() ? nullptr : &*found;
}

int decimals_of(const View& header) {
  // EN 16931 has at most two decimals.
  return std::min(document::decimals_of(text_in(header, "currency")), document::cents);
}

}  // namespace

Totals::Totals(const View& content, document::Kind kind, Objections& objections)
    : header_(content.member("header")),
      summary_(content.member("summary")),
      objections_(objections),
      decimals_(decimals_of(header_)) {
  const auto due = amount_in(summary_.member("dueAmount"));
  if (kind == document::Kind::credit_note && due && due->is_negative()) sign_ = Sign::turned;
  read_entries();
}

void Totals::read_entries() {
  summary_.member("tax").member("items").each([&](std::uint32_t index, const View& item) {
    const auto rate = amount_in(item.member("percentage"));
    if (!rate || entries_.size() == rates_max) return;
    entries_.push_back({.rate = *rate,
                        .category = text_in(item, "category"),
                        .description = text_in(item, "description"),
                        .item = item,
                        .path = "summary.tax.items." + std::to_string(index)});
    if (rules_of(entries_.back().category) != nullptr) return;
    object(objections_, "BR-CL-18", entries_.back().path + ".category",
           "The category of tax is not one of EN 16931. Use S, Z, E, AE, K, G, O, L or M.");
  });
}

void Totals::write(const std::vector<Line>& lines, Group& root) {
  tolerance_ = product(decimal(decimals_ == 0 ? "1" : "0.01"),
                       Decimal(static_cast<std::int64_t>(lines.size() + 1)));
  subtotal_ = allowances_ = charges_ = money(Decimal(), decimals_);
  const std::vector<Net> nets = chosen_nets(lines);
  root.groups.reserve(root.groups.size() + lines.size());
  for (std::size_t at = 0; at < lines.size(); ++at) {
    write_line(lines[at], nets[at], root.add(Term::bg_25));
  }
  for (auto& [key, taxed] : taxed_) taxed.net = taxed.lines;
  write_modifications(root);
  write_sums(write_taxes(root), root);
}

// The same reading is chosen for all prices that have two, unless the tax of a line decides.
std::vector<Net> Totals::chosen_nets(const std::vector<Line>& lines) {
  const auto stated = amount_in(summary_.member("subtotalAmount"));
  Objections first;
  const std::vector<Net> nets = nets_with(lines, 0, first);
  const auto fits = [&](const std::vector<Net>& all) {
    Decimal total;
    for (const Net& net : all) total = sum(total, net.amount);
    return !stated || document::is_within(tolerance_, total, *stated);
  };
  Objections other;
  if (!fits(nets)) {
    const std::vector<Net> others = nets_with(lines, 1, other);
    if (fits(others)) {
      objections_.insert(objections_.end(), other.begin(), other.end());
      return others;
    }
  }
  objections_.insert(objections_.end(), first.begin(), first.end());
  return nets;
}

std::vector<Net> Totals::nets_with(const std::vector<Line>& lines, std::size_t preferred,
                                   Objections& objections) const {
  std::vector<Net> chosen;
  for (const Line& line : lines) {
    std::vector<Net> nets = nets_of(line, decimals_);
    if (nets.empty()) {
      object(
          objections, "BR-24", line.path,
          "The amount of the line can't be computed from its quantity and price. State the price "
          "for the unit of the line, or the pricingUnitQuantity.");
      nets.push_back({.amount = money(Decimal(), decimals_), .per = std::nullopt});
    }
    const View tax = line.item.member("tax");
    const auto rate = amount_in(tax.member("percentage"));
    const auto stated = amount_in(tax.member("amount"));
    std::size_t at = std::min(preferred, nets.size() - 1);
    if (nets.size() > 1 && rate && stated && !rate->is_zero()) {
      const auto fits = [&](const Net& net) {
        return document::is_within(decimal("0.01"), percent_of(net.amount, *rate), *stated);
      };
      if (fits(nets[0]) != fits(nets[1])) at = fits(nets[0]) ? 0 : 1;
    }
    chosen.push_back(nets[at]);
  }
  return chosen;
}

// A rate can have two categories, such as E and Z for zero. Then the description decides.
std::string Totals::category_of(const View& tax, const Decimal& rate, const std::string& path) {
  std::vector<const Entry*> found;
  for (const Entry& entry : entries_) {
    if (entry.rate == rate) found.push_back(&entry);
  }
  if (found.size() > 1) {
    const std::string description = text_in(tax, "description");
    std::erase_if(found, [&](const Entry* one) { return one->description != description; });
  }
  if (found.size() == 1) return found.front()->category;
  if (found.empty() && !rate.is_zero()) return "S";
  object(
      objections_, "BR-CO-04", path,
      "The category of this tax is unknown. Add an entry for its rate to summary.tax.items, with "
      "the same description if several entries have the rate.");
  return "";
}

void Totals::write_line(const Line& line, const Net& net, Group& group) {
  group.source = line.path;
  write_amounts(line, net, sign_, group, objections_);
  const Decimal amount = signed_amount(net.amount, sign_);
  subtotal_ = sum(subtotal_, amount);
  const View tax = line.item.member("tax");
  const Decimal rate = amount_in(tax.member("percentage")).value_or(Decimal());
  const Key key(category_of(tax, rate, line.path + ".tax"), rate);
  group.set(Term::bt_151, key.first);
  if (key.first != "O") group.set(Term::bt_152, rate.to_string());
  Taxed& taxed =
      taxed_.try_emplace(key, Taxed{.lines = money(Decimal(), decimals_), .net = {}}).first->second;
  taxed.lines = sum(taxed.lines, amount);
  if (taxed.reason.empty()) taxed.reason = text_in(tax, "description");
}

void Totals::write_modifications(Group& root) {
  summary_.member("modificationGroups").each([&](std::uint32_t index, const View& group) {
    const auto basis = amount_in(group.member("basis"));
    group.member("modifications").each([&](std::uint32_t at, const View& one) {
      write_modification(one, basis,
                         fmt::format("summary.modificationGroups.{}.modifications.{}", index, at),
                         root);
    });
  });
}

// An amount without its own tax is divided among the rates by the amounts of their lines.
void Totals::write_modification(const View& modification, const std::optional<Decimal>& basis,
                                const std::string& path, Group& root) {
  const View tax = modification.member("tax");
  const auto percentage = amount_in(modification.member("percentage"));
  const auto stated = amount_in(modification.member("amount"));
  const Decimal of = basis ? signed_amount(*basis, sign_) : subtotal_;
  const Decimal part = product(product(of, percentage.value_or(Decimal())), decimal("0.01"));
  const Decimal amount = money(stated ? signed_amount(*stated, sign_) : part, decimals_);
  if (const auto rate = amount_in(tax.member("percentage"))) {
    const Key key(category_of(tax, *rate, path + ".tax"), *rate);
    taxed_.try_emplace(
        key, Taxed{.lines = money(Decimal(), decimals_), .net = money(Decimal(), decimals_)});
    return write_part(modification, key, amount, of, root);
  }
  const bool is_whole = taxed_.size() == 1 || taxed_.size() > rates_max || parts_ > parts_max;
  if (is_whole) return write_part(modification, taxed_.begin()->first, amount, of, root);
  Decimal rest = amount;
  std::size_t left = taxed_.size();
  for (const auto& [key, taxed] : taxed_) {
    const Decimal share = --left == 0 || subtotal_.is_zero() || subtotal_.is_negative()
                              ? rest
                              : document::Fraction::ratio(product(amount, taxed.lines), subtotal_)
                                    .value_or(document::Fraction())
                                    .rounded(decimals_);
    rest = difference(rest, share);
    if (!share.is_zero()) write_part(modification, key, share, taxed.lines, root);
  }
}

void Totals::write_part(const View& modification, const Key& key, const Decimal& amount,
                        const std::optional<Decimal>& basis, Group& root) {
  ++parts_;
  const bool charged = is_charge(modification);
  Decimal& total = charged ? charges_ : allowances_;
  total = sum(total, amount);
  Taxed& taxed = taxed_.at(key);
  taxed.net = charged ? sum(taxed.net, amount) : difference(taxed.net, amount);
  Group& group = root.add(charged ? Term::bg_21 : Term::bg_20);
  forms::write_modification(group, charged ? Term::bt_99 : Term::bt_92, amount, basis,
                            amount_in(modification.member("percentage")));
  forms::write_reason(group, modification, charged ? Term::bt_104 : Term::bt_97, charged);
  group.set(charged ? Term::bt_102 : Term::bt_95, key.first);
  if (key.first != "O") group.set(charged ? Term::bt_103 : Term::bt_96, key.second.to_string());
}

const Totals::Entry* Totals::entry_of(const Key& key) const {
  for (const Entry& entry : entries_) {
    if (entry.category == key.first && entry.rate == key.second) return &entry;
  }
  return nullptr;
}

Decimal Totals::write_taxes(Group& root) {
  Decimal total = money(Decimal(), decimals_);
  for (const auto& [key, taxed] : taxed_) {
    const Decimal taxable = taxable_of(key, taxed);
    const Decimal tax = tax_of(key, taxable);
    total = sum(total, tax);
    Group& group = root.add(Term::bg_23);
    group.set(Term::bt_116, taxable.to_string());
    group.set(Term::bt_117, tax.to_string());
    group.set(Term::bt_118, key.first);
    group.set(Term::bt_119, key.second.to_string());
    write_reason(key, taxed, group);
  }
  return total;
}

Decimal Totals::taxable_of(const Key& key, const Taxed& taxed) {
  const Entry* const entry = entry_of(key);
  const CategoryRules* const rules = rules_of(key.first);
  if (entry == nullptr || rules == nullptr) return taxed.net;
  return agreed(taxed.net, entry->item.member("taxableAmount"),
                fmt::format("BR-{}-08", rules->word), entry->path + ".taxableAmount",
                "The taxable amount differs from the lines, allowances and charges of this rate.");
}

// A stated tax may differ, because books round it line by line. BR-CO-17 allows less than one.
Decimal Totals::tax_of(const Key& key, const Decimal& taxable) {
  const Decimal computed = percent_of(taxable, key.second, decimals_);
  const Entry* const entry = entry_of(key);
  if (entry == nullptr) return computed;
  const auto stated = amount_in(entry->item.member("taxAmount"));
  if (!stated) return computed;
  const Decimal tax = signed_amount(*stated, sign_);
  if (document::is_within(decimal("0.99"), tax, computed)) return money(tax, decimals_);
  object(objections_, "BR-CO-17", entry->path + ".taxAmount",
         fmt::format("The tax is not the taxable amount times the rate, which is {}.",
                     computed.to_string()));
  return money(tax, decimals_);
}

void Totals::write_reason(const Key& key, const Taxed& taxed, Group& group) {
  const CategoryRules* const rules = rules_of(key.first);
  const bool is_exempt = key.first == "E" || (rules != nullptr && !rules->exemption.empty());
  if (!is_exempt) return;
  const Entry* const entry = entry_of(key);
  if (entry != nullptr) group.set(Term::bt_120, entry->description);
  group.set(Term::bt_120, taxed.reason);
  if (group.has(Term::bt_120)) return;
  group.set(Term::bt_121, std::string(rules->exemption));
  if (group.has(Term::bt_121)) return;
  object(objections_, "BR-E-10", entry == nullptr ? "summary.tax" : entry->path + ".description",
         "An exemption from tax needs its reason. State it as the description of this tax.");
}

Decimal Totals::agreed(const Decimal& computed, const View& stated, std::string_view rule,
                       std::string_view path, std::string_view message) {
  const auto number = amount_in(stated);
  if (!number) return computed;
  const Decimal amount = signed_amount(*number, sign_);
  if (document::is_within(tolerance_, amount, computed)) return computed;
  object(objections_, rule, path,
         fmt::format("{} The computed amount is {}.", message, computed.to_string()));
  return money(amount, decimals_);
}

void Totals::write_sums(const Decimal& tax, Group& root) {
  const Decimal lines =
      agreed(subtotal_, summary_.member("subtotalAmount"), "BR-CO-10", "summary.subtotalAmount",
             "The subtotal is not the sum of the lines.");
  // A wrong subtotal breaks one rule: the net amount may follow from it.
  const Decimal net = agreed(difference(sum(lines, charges_), allowances_),
                             summary_.member("netAmount"), "BR-CO-13", "summary.netAmount",
                             "The net amount is not the lines with allowances and charges.");
  const Decimal total = agreed(tax, summary_.member("tax").member("total"), "BR-CO-14",
                               "summary.tax.total", "The total tax is not the sum of its rates.");
  const Decimal gross =
      agreed(sum(net, total), summary_.member("grossAmount"), "BR-CO-15", "summary.grossAmount",
             "The gross amount is not the net amount with its tax.");
  root.set(Term::bt_106, lines.to_string());
  if (!allowances_.is_zero()) root.set(Term::bt_107, allowances_.to_string());
  if (!charges_.is_zero()) root.set(Term::bt_108, charges_.to_string());
  root.set(Term::bt_109, net.to_string());
  root.set(Term::bt_110, total.to_string());
  root.set(Term::bt_112, gross.to_string());
  write_due(gross, root);
}

// The amount due is always the stated one.
void Totals::write_due(const Decimal& gross, Group& root) {
  const auto number = amount_in(summary_.member("dueAmount"));
  const Decimal due = number ? money(signed_amount(*number, sign_), decimals_) : gross;
  root.set(Term::bt_115, due.to_string());
  const auto stated_gross = amount_in(summary_.member("grossAmount"));
  const Decimal from = stated_gross ? signed_amount(*stated_gross, sign_) : gross;
  const Decimal paid = money(difference(from, due), decimals_);
  const bool is_rounding = document::is_within(decimal("0.99"), paid, Decimal());
  if (!is_rounding) root.set(Term::bt_113, paid.to_string());
  const Decimal rest = difference(due, is_rounding ? gross : difference(gross, paid));
  if (!rest.is_zero()) root.set(Term::bt_114, money(rest, decimals_).to_string());
}

}  // namespace tradepost::forms
