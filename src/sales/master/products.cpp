#include "sales/master/products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

using document::product;
using document::quotient;

struct Match {
  std::string product;
  std::string unit;  // empty: the number is of no packaging
  auto operator<=>(const Match&) const = default;
};
using Matches = std::set<Match>;

base::Result<Matches> matches_in(Statement& rows) {
  Matches matches;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) return matches;
    matches.insert({rows.text_at(0), rows.text_at(1)});
  }
}

base::Result<Matches> of_gtin(Books& books, const std::string& text) {
  const std::string digits = gtin14(text);
  if (digits.empty()) return Matches();
  TRY_ASSIGN(Statement rows, books.prepare("SELECT product, unit FROM gtin WHERE gtin = ?"));
  return matches_in(rows.text(digits));
}

base::Result<Matches> of_buyer(Books& books, std::string_view customer, const std::string& text) {
  TRY_ASSIGN(Statement rows, books.prepare("SELECT product, unit FROM buyer_number WHERE "
                                           "customer = ? AND number = ?"));
  return matches_in(rows.text(customer).text(text));
}

base::Result<Matches> of_supplier(Books& books, const std::string& text) {
  TRY_ASSIGN(Statement rows, books.prepare("SELECT number, '' FROM product WHERE number = ?"));
  return matches_in(rows.text(text));
}

class Search {
 public:
  Search(Books& books, std::string_view customer, const Wanted& wanted, Objections& objections)
      : books_(books), customer_(customer), wanted_(wanted), objections_(objections) {}

  base::Result<std::optional<Article>> run() {
    TRY_ASSIGN(const auto match, matched());
    if (!match) return std::nullopt;
    TRY_ASSIGN(const auto unit, unit_of(*match));
    if (!unit) return std::nullopt;
    TRY_ASSIGN(Statement row,
               books_.prepare("SELECT a.name, p.factor, a.tax, p.deposit, a.is_deposit FROM "
                              "product a JOIN packaging p ON p.product = a.number WHERE "
                              "a.number = ? AND p.unit = ?"));
    TRY_ASSIGN(const bool is_there, row.text(match->product).text(*unit).next());
    if (!is_there) {
      TRY(object_to_unit(*match, *unit));
      return std::nullopt;
    }
    Article article{.product = match->product,
                    .name = row.text_at(0),
                    .unit = *unit,
                    .gtin = gtin_,
                    .tax = row.text_at(2),
                    .deposit = row.text_at(3),
                    .is_deposit = row.integer_at(4) != 0};
    TRY_ASSIGN(article.factor, kept_amount(row.text_at(1)));
    return article;
  }

 private:
  void object(std::string sentence, std::string_view field, std::string found,
              bool is_ours = false) {
    objections_.push_back({.sentence = wanted_.line + ": " + std::move(sentence),
                           .path = fmt::format("{}.{}", wanted_.path, field),
                           .found = std::move(found),
                           .is_ours = is_ours});
  }

  base::Result<std::optional<Match>> matched() {
    constexpr std::string_view fields = "identifiers";
    for (const std::string_view domain : {"GS1", "BUYER", "SUPPLIER"}) {
      std::optional<Match> match;
      for (const Identifier& one : wanted_.identifiers) {
        if (one.domain != domain) continue;
        TRY_ASSIGN(const Matches matches, domain == "GS1" ? of_gtin(books_, one.identifier)
                                          : domain == "BUYER"
                                              ? of_buyer(books_, customer_, one.identifier)
                                              : of_supplier(books_, one.identifier));
        const std::string_view what = domain == "GS1"     ? "GTIN"
                                      : domain == "BUYER" ? "buyer's number"
                                                          : "supplier's number";
        if (matches.empty()) {
          object(fmt::format("The {} {} was not found among our products.", what, one.identifier),
                 fields, one.identifier);
          return std::nullopt;
        }
        if (matches.size() > 1) {
          std::vector<std::string> names;
          for (const Match& each : matches) names.push_back(each.product + " " + each.unit);
          object(fmt::format("The {} {} is of more than one of our products: {}.", what,
                             one.identifier, fmt::join(names, " and ")),
                 fields, one.identifier, true);
          return std::nullopt;
        }
        if (match && *match != *matches.begin()) {
          object(fmt::format("The {} {} is of another product or packaging than the one before it.",
                             what, one.identifier),
                 fields, one.identifier);
          return std::nullopt;
        }
        match = *matches.begin();
        if (domain == "GS1") gtin_ = gtin14(one.identifier);
      }
      if (match) return match;
    }
    object("The line names no product: it has no identifier.", fields, "");
    return std::nullopt;
  }

  // The packaging that the quantity counts.
  base::Result<std::optional<std::string>> unit_of(const Match& match) {
    TRY_ASSIGN(Statement row,
               books_.prepare("SELECT base_unit, is_deposit FROM product WHERE number = ?"));
    TRY_ASSIGN(const bool is_there, row.text(match.product).next());
    if (!is_there) return std::nullopt;
    // A deposit is counted as its item is, whatever unit the line names.
    if (wanted_.unit.empty() || row.integer_at(1) != 0) {
      return std::optional(match.unit.empty() ? row.text_at(0) : match.unit);
    }
    std::string unit = wanted_.unit;
    TRY_ASSIGN(Statement word, books_.prepare("SELECT unit FROM unit_word WHERE "
                                              "customer = ? AND word = ?"));
    TRY_ASSIGN(const bool is_translated, word.text(customer_).text(unit).next());
    if (is_translated) unit = word.text_at(0);
    // The customer counts whatever the number is of.
    if (unit.empty() && !match.unit.empty()) return std::optional(match.unit);
    if (!match.unit.empty() && unit != match.unit) {
      object(
          fmt::format("The number is of product {} in {}, but the quantity is in {}. Order in {}, "
                      "or name the number of the {}.",
                      match.product, match.unit, unit, match.unit, unit),
          "unitOfMeasure", wanted_.unit);
      return std::nullopt;
    }
    return std::optional(unit);
  }

  base::Done object_to_unit(const Match& match, const std::string& unit) {
    std::vector<std::string> units;
    TRY_ASSIGN(Statement rows,
               books_.prepare("SELECT unit FROM packaging WHERE product = ? ORDER BY unit"));
    rows.text(match.product);
    for (;;) {
      TRY_ASSIGN(const bool is_there, rows.next());
      if (!is_there) break;
      units.push_back(rows.text_at(0));
    }
    object(fmt::format("Product {} is not sold in {}. Its units are: {}.", match.product,
                       unit.empty() ? "an unknown unit" : unit, fmt::join(units, ", ")),
           "unitOfMeasure", wanted_.unit);
    return {};
  }

  Books& books_;
  std::string_view customer_;
  const Wanted& wanted_;
  Objections& objections_;
  std::string gtin_;
};

// How a price of the list ranks among those that fit.
struct Offer {
  bool is_own;
  bool is_of_ordered_unit;
  Decimal from_quantity;
  std::string valid_from;
  Price price;

  auto rank() const { return std::tie(is_own, is_of_ordered_unit, from_quantity, valid_from); }
};

}  // namespace

base::Result<std::optional<Article>> find_article(Books& books, std::string_view customer,
                                                  const Wanted& wanted, Objections& objections) {
  return Search(books, customer, wanted, objections).run();
}

base::Result<std::optional<Article>> article_in_base_unit(Books& books, std::string_view product) {
  Objections none;
  const Wanted wanted{.identifiers = {{"SUPPLIER", std::string(product)}}};
  TRY_ASSIGN(auto article, find_article(books, "", wanted, none));
  return article;
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
  std::optional<Offer> best;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) break;
    TRY_ASSIGN(const Decimal from, kept_amount(rows.text_at(2)));
    TRY_ASSIGN(const Decimal amount, kept_amount(rows.text_at(4)));
    TRY_ASSIGN(const Decimal each, price_of_one(amount, rows.text_at(5)));
    TRY_ASSIGN(const Decimal unit_factor, kept_amount(rows.text_at(6)));
    if (product(quantity, article.factor) < product(from, unit_factor)) continue;
    const auto factor = quotient(article.factor, unit_factor);
    Offer offer{.is_own = !rows.text_at(0).empty(),
                .is_of_ordered_unit = rows.text_at(1) == article.unit,
                .from_quantity = from,
                .valid_from = rows.text_at(3),
                .price = {.amount = each,
                          .unit = rows.text_at(1),
                          .factor = factor.value_or(Decimal()),
                          .is_exact = factor.has_value()}};
    if (!best || best->rank() < offer.rank()) best = std::move(offer);
  }
  if (!best) return std::nullopt;
  return best->price;
}

}  // namespace tradepost::sales
