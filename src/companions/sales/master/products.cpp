#include "sales/master/products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

struct Match {
  std::string product;
  std::string unit;  // empty: the number belongs to no packaging level
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
               books_.prepare("SELECT a.name, p.factor, a.tax, p.deposit, a.is_deposit, "
                              "a.base_unit FROM product a JOIN packaging p ON "
                              "p.product = a.number WHERE a.number = ? AND p.unit = ?"));
    TRY_ASSIGN(const bool is_there, row.text(match->product).text(*unit).next());
    if (!is_there) {
      TRY(object_to_unit(*match, *unit));
      return std::nullopt;
    }
    Article article{.product = match->product,
                    .name = row.text_at(0),
                    .unit = *unit,
                    .gtin = gtin_,
                    .base_unit = row.text_at(5),
                    .tax = row.text_at(2),
                    .deposit = row.text_at(3),
                    .is_deposit = row.integer_at(4) != 0};
    TRY_ASSIGN(article.factor, kept_fraction(row.text_at(1)));
    TRY_ASSIGN(article.doubt, doubt_about(match->product));
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

  base::Result<Matches> matches_of(const Identifier& one) {
    if (one.domain == "GS1") return of_gtin(books_, one.identifier);
    if (one.domain == "BUYER") return of_buyer(books_, customer_, one.identifier);
    return of_supplier(books_, one.identifier);
  }
  static std::string_view name_of(std::string_view domain) {
    if (domain == "GS1") return "GTIN";
    return domain == "BUYER" ? "buyer's number" : "supplier's number";
  }

  // Returns a sentence if another identifier leads to another product. Unknown identifiers raise no
  // doubt.
  base::Result<std::string> doubt_about(const std::string& product) {
    for (const Identifier& one : wanted_.identifiers) {
      TRY_ASSIGN(const Matches matches, matches_of(one));
      if (matches.empty() || std::ranges::find(matches, product, &Match::product) != matches.end())
        continue;
      return fmt::format(
          "{}: the {} {} belongs to product {}, but the {} {} belongs to product {}.", wanted_.line,
          name_of(found_by_.domain), found_by_.identifier, product, name_of(one.domain),
          one.identifier, matches.begin()->product);
    }
    return std::string();
  }

  base::Result<std::optional<Match>> matched() {
    constexpr std::string_view fields = "identifiers";
    for (const std::string_view domain : {"GS1", "BUYER", "SUPPLIER"}) {
      std::optional<Match> match;
      for (const Identifier& one : wanted_.identifiers) {
        if (one.domain != domain) continue;
        TRY_ASSIGN(const Matches matches, matches_of(one));
        const std::string_view what = name_of(domain);
        if (matches.empty()) {
          object(fmt::format("The {} {} was not found among our products.", what, one.identifier),
                 fields, one.identifier);
          return std::nullopt;
        }
        if (matches.size() > 1) {
          std::vector<std::string> names;
          for (const Match& each : matches) names.push_back(each.product + " " + each.unit);
          object(fmt::format("The {} {} matches more than one of our products: {}.", what,
                             one.identifier, fmt::join(names, " and ")),
                 fields, one.identifier, true);
          return std::nullopt;
        }
        if (match && *match != *matches.begin()) {
          object(fmt::format("The {} {} belongs to a different product or packaging than the "
                             "identifier before it.",
                             what, one.identifier),
                 fields, one.identifier);
          return std::nullopt;
        }
        match = *matches.begin();
        found_by_ = one;
        if (domain == "GS1") gtin_ = gtin14(one.identifier);
      }
      if (match) return match;
    }
    object("The line has no identifier of a product.", fields, "");
    return std::nullopt;
  }

  // Returns the packaging level that the quantity counts.
  base::Result<std::optional<std::string>> unit_of(const Match& match) {
    TRY_ASSIGN(Statement row,
               books_.prepare("SELECT base_unit, is_deposit FROM product WHERE number = ?"));
    TRY_ASSIGN(const bool is_there, row.text(match.product).next());
    if (!is_there) return std::nullopt;
    // A deposit is counted in its own unit; the unit of the line is ignored.
    if (wanted_.unit.empty() || row.integer_at(1) != 0) {
      return std::optional(match.unit.empty() ? row.text_at(0) : match.unit);
    }
    TRY_ASSIGN(const std::string unit, unit_meant(books_, customer_, wanted_.unit));
    // Without a known unit, the customer counts in the unit of the number.
    if (unit.empty() && !match.unit.empty()) return std::optional(match.unit);
    if (!match.unit.empty() && unit != match.unit) {
      object(fmt::format("The number belongs to product {} in {}, but the quantity is in {}. Order "
                         "in {}, or use the number of the {}.",
                         match.product, match.unit, unit, match.unit, unit),
             "unitOfMeasure", wanted_.unit);
      return std::nullopt;
    }
    return std::optional(unit);
  }

  base::Done object_to_unit(const Match& match, const std::string& unit) {
    TRY_ASSIGN(const std::vector<Packaging> packagings, packagings_of(books_, match.product));
    std::vector<std::string_view> units;
    for (const Packaging& one : packagings) units.push_back(one.unit);
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
  Identifier found_by_;
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

base::Result<std::vector<Packaging>> packagings_of(Books& books, std::string_view product) {
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT unit, factor FROM packaging WHERE product = ? ORDER BY unit"));
  rows.text(product);
  std::vector<Packaging> all;
  for (;;) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) return all;
    Packaging one{.unit = rows.text_at(0)};
    TRY_ASSIGN(one.factor, kept_fraction(rows.text_at(1)));
    all.push_back(std::move(one));
  }
}

bool is_counted(std::string_view unit) {
  constexpr auto counted =
      std::to_array<std::string_view>({"EA", "PCK", "SET", "CS", "CA", "CT", "CQ", "CU", "BJ", "BO",
                                       "PF", "BG", "RO", "BE", "PR", "TU"});
  return std::ranges::find(counted, unit) != counted.end();
}

base::Result<std::string> unit_meant(Books& books, std::string_view customer,
                                     const std::string& word) {
  TRY_ASSIGN(Statement row,
             books.prepare("SELECT unit FROM unit_word WHERE customer = ? AND word = ?"));
  TRY_ASSIGN(const bool is_translated, row.text(customer).text(word).next());
  return is_translated ? row.text_at(0) : word;
}

}  // namespace tradepost::sales
