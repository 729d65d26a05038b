#include "sales/master/prices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace tradepost::sales {
namespace {

std::string unit_shown(const Decimal& quantity, std::string_view unit) {
  return quantity == Decimal(1) ? std::string(unit) : fmt::format("{} {}", plain(quantity), unit);
}

// Returns true if the number equals the ratio rounded to the number's decimals.
bool is_written_for(const Decimal& number, const Fraction& ratio) {
  const std::string text = number.to_string();
  const auto point = text.find('.');
  const auto decimals = point == std::string::npos ? 0 : text.size() - point - 1;
  return ratio.rounded(static_cast<int>(decimals)) == number;
}

// A matching price of the list, with its rank.
struct Offer {
  bool is_own;
  bool is_of_ordered_unit;
  Decimal from_quantity;
  std::string valid_from;
  Price price;

  auto rank() const { return std::tie(is_own, is_of_ordered_unit, from_quantity, valid_from); }
};

}  // namespace

std::string StatedPrice::shown(std::string_view ordered_unit) const {
  return fmt::format("{} per {}", plain(amount),
                     unit_shown(quantity.value_or(Decimal(1)), unit.empty() ? ordered_unit : unit));
}

std::string Price::shown_unit() const {
  return unit_shown(quantity, unit);
}

std::string Price::shown() const {
  return fmt::format("{} per {}", plain(amount), shown_unit());
}

Fraction Price::per_ordered_unit() const {
  return Fraction(amount).times(factor).over(Fraction(quantity));
}

base::Result<std::optional<Price>> understood(Books& books, std::string_view customer,
                                              const Article& article, const StatedPrice& stated) {
  TRY_ASSIGN(std::string unit, unit_meant(books, customer, stated.unit));
  if (unit.empty()) unit = article.unit;
  TRY_ASSIGN(const std::vector<Packaging> packagings, packagings_of(books, article.product));
  const auto priced = std::ranges::find(packagings, unit, &Packaging::unit);
  if (priced == packagings.end()) return std::nullopt;
  Price price{.amount = stated.amount, .unit = unit, .factor = article.factor.over(priced->factor)};
  if (!stated.quantity || *stated.quantity == Decimal(1)) return price;
  // The quantity is the content of the unit: 47.40 for a carton of six bottles.
  const bool is_content = std::ranges::any_of(packagings, [&](const Packaging& one) {
    return one.factor < priced->factor &&
           is_written_for(*stated.quantity, priced->factor.over(one.factor));
  });
  if (is_content) return price;
  // The quantity is a number of base units: 875 for a hundred pieces.
  if (unit != article.base_unit) return std::nullopt;
  price.quantity = *stated.quantity;
  return price;
}

base::Result<std::optional<Price>> find_price(Books& books, std::string_view customer,
                                              const Article& article, const Decimal& quantity,
                                              std::string_view date) {
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT p.customer, p.unit, p.from_quantity, p.valid_from, p.amount, "
                           "p.per, k.factor FROM price p JOIN packaging k ON k.product = p.product "
                           "AND k.unit = p.unit WHERE p.product = ? AND p.customer IN (?, '') AND "
                           "p.valid_from <= ? AND (p.valid_to = '' OR p.valid_to >= ?)"));
  const auto day = date.substr(0, std::string_view("2026-03-02").size());
  rows.text(article.product).text(customer).text(day).text(day);
  const Fraction ordered = Fraction(quantity).times(article.factor);
  std::optional<Offer> best;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) break;
    TRY_ASSIGN(const Decimal from, kept_amount(rows.text_at(2)));
    TRY_ASSIGN(const Decimal amount, kept_amount(rows.text_at(4)));
    TRY_ASSIGN(const Decimal each, price_of_one(amount, rows.text_at(5)));
    TRY_ASSIGN(const Fraction unit_factor, kept_fraction(rows.text_at(6)));
    if (ordered < Fraction(from).times(unit_factor)) continue;
    Offer offer{
        .is_own = !rows.text_at(0).empty(),
        .is_of_ordered_unit = rows.text_at(1) == article.unit,
        .from_quantity = from,
        .valid_from = rows.text_at(3),
        .price = {
            .amount = each, .unit = rows.text_at(1), .factor = article.factor.over(unit_factor)}};
    if (!best || best->rank() < offer.rank()) best = std::move(offer);
  }
  if (!best) return std::nullopt;
  return best->price;
}

}  // namespace tradepost::sales
