#include "sales/master/master_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/date.hpp"
#include "base/text/text.hpp"
#include "document/amounts/amounts.hpp"
#include "gs1/check_digit.hpp"
#include "sales/ground/csv.hpp"
#include "sales/ground/numbers.hpp"

namespace tradepost::sales {
namespace {

using document::amount_of;

constexpr std::size_t faults_max = 100;

enum class Of : std::uint8_t {
  text,
  name,        // not blank
  amount,      // not negative
  factor,      // above zero
  per,         // 1, 10, 100 or 1000
  date,        // may be empty
  flag,        // yes or no
  gtin,        // with a correct check digit
  domain,      // of a party
  identifier,  // of a party
  price_rule,
};

struct Column {
  std::string_view name;
  Of of;
  std::string_view otherwise = {};  // default for a missing column or an empty field
};

struct Table {
  std::string_view file;
  std::span<const Column> columns;
  std::string_view insert;  // with a parameter for each column
};

constexpr std::array company_columns = {Column{"name", Of::name},
                                        Column{"currency", Of::name, "EUR"}};
constexpr std::array tax_columns = {Column{"code", Of::name}, Column{"percentage", Of::amount},
                                    Column{"category", Of::name, "S"}};
constexpr std::array customer_columns = {Column{"number", Of::name},
                                         Column{"name", Of::name},
                                         Column{"currency", Of::name, "EUR"},
                                         Column{"tax", Of::text},
                                         Column{"price_rule", Of::price_rule, "hold"},
                                         Column{"tolerance", Of::amount, "0"}};
constexpr std::array place_columns = {Column{"customer", Of::name},    Column{"place", Of::text},
                                      Column{"name", Of::text},        Column{"street", Of::text},
                                      Column{"postal_code", Of::text}, Column{"city", Of::text},
                                      Column{"country", Of::text}};
constexpr std::array identifier_columns = {Column{"domain", Of::domain, "GS1"},
                                           Column{"identifier", Of::identifier},
                                           Column{"customer", Of::text}, Column{"place", Of::text}};
constexpr std::array product_columns = {Column{"number", Of::name}, Column{"name", Of::name},
                                        Column{"base_unit", Of::name, "EA"},
                                        Column{"tax", Of::name}, Column{"deposit", Of::flag, "no"}};
constexpr std::array packaging_columns = {Column{"product", Of::name}, Column{"unit", Of::name},
                                          Column{"factor", Of::factor, "1"},
                                          Column{"deposit", Of::text}};
constexpr std::array gtin_columns = {Column{"gtin", Of::gtin}, Column{"product", Of::name},
                                     Column{"unit", Of::name}, Column{"current", Of::flag, "yes"}};
constexpr std::array buyer_number_columns = {Column{"customer", Of::name},
                                             Column{"number", Of::name},
                                             Column{"product", Of::name}, Column{"unit", Of::text}};
constexpr std::array unit_word_columns = {Column{"customer", Of::name}, Column{"word", Of::name},
                                          Column{"unit", Of::text}};
constexpr std::array price_columns = {
    Column{"customer", Of::text},   Column{"product", Of::name},
    Column{"unit", Of::name},       Column{"from_quantity", Of::amount, "0"},
    Column{"valid_from", Of::date}, Column{"valid_to", Of::date},
    Column{"amount", Of::amount},   Column{"per", Of::per, "1"}};

constexpr std::array tables = {
    Table{"company.csv", company_columns,
          "INSERT INTO company VALUES(1, ?, ?) ON CONFLICT(id) DO UPDATE SET "
          "name = excluded.name, currency = excluded.currency"},
    Table{"taxes.csv", tax_columns,
          "INSERT INTO tax VALUES(?, ?, ?) ON CONFLICT(code) DO UPDATE SET "
          "percentage = excluded.percentage, category = excluded.category"},
    Table{"customers.csv", customer_columns,
          "INSERT INTO customer VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(number) DO UPDATE SET "
          "name = excluded.name, currency = excluded.currency, tax = excluded.tax, "
          "price_rule = excluded.price_rule, tolerance = excluded.tolerance"},
    Table{"places.csv", place_columns,
          "INSERT INTO place VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(customer, place) DO UPDATE "
          "SET name = excluded.name, street = excluded.street, "
          "postal_code = excluded.postal_code, city = excluded.city, country = excluded.country"},
    Table{"identifiers.csv", identifier_columns,
          "INSERT INTO party_identifier VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING"},
    Table{"products.csv", product_columns,
          "INSERT INTO product VALUES(?, ?, ?, ?, CAST(? AS BIGINT)) ON CONFLICT(number) DO UPDATE "
          "SET "
          "name = excluded.name, base_unit = excluded.base_unit, tax = excluded.tax, "
          "is_deposit = excluded.is_deposit"},
    Table{"packagings.csv", packaging_columns,
          "INSERT INTO packaging VALUES(?, ?, ?, ?) ON CONFLICT(product, unit) DO UPDATE SET "
          "factor = excluded.factor, deposit = excluded.deposit"},
    Table{"gtins.csv", gtin_columns,
          "INSERT INTO gtin VALUES(?, ?, ?, CAST(? AS BIGINT)) ON CONFLICT(gtin, product, unit) DO "
          "UPDATE SET "
          "is_current = excluded.is_current"},
    Table{"buyer-numbers.csv", buyer_number_columns,
          "INSERT INTO buyer_number VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING"},
    Table{"units.csv", unit_word_columns,
          "INSERT INTO unit_word VALUES(?, ?, ?) ON CONFLICT(customer, word) DO UPDATE SET "
          "unit = excluded.unit"},
    Table{"prices.csv", price_columns,
          "INSERT INTO price VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(product, customer, unit, "
          "from_quantity, valid_from) DO UPDATE SET valid_to = excluded.valid_to, "
          "amount = excluded.amount, per = excluded.per"},
};

bool is_one_of(std::initializer_list<std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// Returns the value for the table, or nullopt if it is invalid.
std::optional<std::string> kept_as(Of of, const std::string& value) {
  const auto amount = amount_of(value);
  switch (of) {
    case Of::text:
      return value;
    case Of::name:
      return base::is_blank(value) ? std::nullopt : std::optional(value);
    case Of::amount:
      return amount && !amount->is_negative() ? std::optional(plain(*amount)) : std::nullopt;
    case Of::factor:
      return factor_of(value).transform([](const Fraction& factor) { return plain(factor); });
    case Of::per:
      return is_one_of({"1", "10", "100", "1000"}, value) ? std::optional(value) : std::nullopt;
    case Of::date:
      return value.empty() || base::parse_date(value) ? std::optional(value) : std::nullopt;
    case Of::flag:
      if (value != "yes" && value != "no") return std::nullopt;
      return value == "yes" ? "1" : "0";
    case Of::gtin:
      if (gs1::verify_gtin(value) != gs1::CheckDigit::right) return std::nullopt;
      return gtin14(value);
    case Of::domain:
      return is_one_of({"GS1", "DUNS", "VAT_DE", "FED_TAX", "INTERNAL"}, value)
                 ? std::optional(value)
                 : std::nullopt;
    case Of::identifier: {
      const std::string compared = compared_identifier(value);
      return compared.empty() ? std::nullopt : std::optional(compared);
    }
    case Of::price_rule:
      return is_one_of({"take", "hold", "change"}, value) ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

std::string_view words_for(Of of) {
  switch (of) {
    case Of::text:
    case Of::name:
    case Of::identifier:
      return "a text";
    case Of::amount:
      return "a number such as 12.90, with a point and up to six decimals";
    case Of::factor:
      return "a number above zero, such as 12, or a ratio such as 1/12";
    case Of::per:
      return "1, 10, 100 or 1000";
    case Of::date:
      return "a date such as 2026-03-31";
    case Of::flag:
      return "yes or no";
    case Of::gtin:
      return "a GTIN with its check digit";
    case Of::domain:
      return "GS1, DUNS, VAT_DE, FED_TAX or INTERNAL";
    case Of::price_rule:
      return "take, hold or change";
  }
  return {};
}

class Loading {
 public:
  Loading(Books& books, const MasterFile& file, Loaded& loaded)
      : books_(books), file_(file), loaded_(loaded) {}

  base::Done run(const Table& table) {
    const auto rows = read_csv(file_.text);
    if (!rows) {
      fault(rows.error().line, rows.error().sentence);
      return {};
    }
    if (!find_columns(table, rows->front())) return {};
    TRY_ASSIGN(Statement insert, books_.prepare(table.insert));
    for (const CsvRow& row : std::span(*rows).subspan(1)) {
      for (std::size_t at = 0; at < table.columns.size(); ++at) {
        insert.text(value_of(table.columns[at], places_[at], row));
      }
      if (loaded_.faults.size() >= faults_max) return {};
      TRY(insert.run());
      ++loaded_.rows;
    }
    return {};
  }

 private:
  void fault(std::size_t line, std::string_view sentence) {
    loaded_.faults.push_back(fmt::format("{} line {}: {}", file_.name, line, sentence));
  }
  bool find_columns(const Table& table, const CsvRow& names) {
    const std::size_t before = loaded_.faults.size();
    for (const std::string& name : names.fields) {
      if (std::ranges::find(table.columns, name, &Column::name) == table.columns.end()) {
        fault(names.line, fmt::format("Unknown column {}.", name));
      }
      if (std::ranges::count(names.fields, name) > 1) {
        fault(names.line, fmt::format("The column {} occurs twice.", name));
      }
    }
    for (const Column& column : table.columns) {
      const auto found = std::ranges::find(names.fields, column.name);
      places_.push_back(found == names.fields.end() ? std::nullopt
                                                    : std::optional(static_cast<std::size_t>(
                                                          found - names.fields.begin())));
      const bool may_lack = !column.otherwise.empty() || kept_as(column.of, "");
      if (!places_.back() && !may_lack) {
        fault(names.line, fmt::format("The column {} is missing.", column.name));
      }
    }
    return loaded_.faults.size() == before;
  }
  std::string value_of(const Column& column, std::optional<std::size_t> place, const CsvRow& row) {
    std::string value = place ? row.fields[*place] : std::string();
    if (value.empty()) value = column.otherwise;
    auto kept = kept_as(column.of, value);
    if (!kept) {
      fault(row.line, fmt::format("{} \"{}\" can't be used. Write {}.", column.name, value,
                                  words_for(column.of)));
    }
    return std::move(kept).value_or("");
  }

  Books& books_;
  const MasterFile& file_;
  Loaded& loaded_;
  std::vector<std::optional<std::size_t>> places_;
};

struct Check {
  std::string_view rows;      // two texts in each row
  std::string_view sentence;  // with both texts
};

constexpr std::array checks = {
    Check{"SELECT product, deposit FROM packaging WHERE deposit <> '' AND deposit NOT IN "
          "(SELECT number FROM product WHERE is_deposit = 1)",
          "The packaging of product {} has the deposit {}, which is not a deposit product."},
    Check{"SELECT number, tax FROM product WHERE tax NOT IN (SELECT code FROM tax)",
          "Product {} has the tax {}, which is unknown."},
    Check{"SELECT number, tax FROM customer WHERE tax <> '' AND tax NOT IN (SELECT code FROM tax)",
          "Customer {} has the tax {}, which is unknown."},
    Check{"SELECT place, customer FROM place WHERE customer NOT IN (SELECT number FROM customer)",
          "Place {} refers to customer {}, which is unknown."},
    Check{"SELECT identifier, customer FROM party_identifier WHERE customer <> '' AND customer "
          "NOT IN (SELECT number FROM customer)",
          "Identifier {} refers to customer {}, which is unknown."},
    Check{"SELECT i.identifier, i.place FROM party_identifier i LEFT JOIN place p ON "
          "p.customer = i.customer AND p.place = i.place WHERE i.place <> '' AND p.place IS NULL",
          "Identifier {} refers to place {}, which its customer does not have."},
    Check{"SELECT p.unit, p.product FROM packaging p LEFT JOIN product a ON a.number = p.product "
          "WHERE a.number IS NULL",
          "Packaging {} refers to product {}, which is unknown."},
    Check{"SELECT g.gtin, g.product || ' in ' || g.unit FROM gtin g LEFT JOIN packaging p ON "
          "p.product = g.product AND p.unit = g.unit WHERE p.unit IS NULL",
          "GTIN {} refers to product {}, which has no such packaging."},
    Check{"SELECT p.product, p.unit FROM price p LEFT JOIN packaging k ON k.product = p.product "
          "AND k.unit = p.unit WHERE k.unit IS NULL",
          "A price refers to product {} in {}, which has no such packaging."},
    Check{"SELECT b.number, b.product FROM buyer_number b LEFT JOIN product a ON "
          "a.number = b.product WHERE a.number IS NULL",
          "Buyer's number {} refers to product {}, which is unknown."},
    Check{"SELECT a.number, a.base_unit FROM product a LEFT JOIN packaging p ON "
          "p.product = a.number AND p.unit = a.base_unit WHERE p.unit IS NULL",
          "Product {} has the base unit {}, but no packaging of that unit."},
    Check{"SELECT gtin, min(product || ' in ' || unit) || ' and ' || max(product || ' in ' || "
          "unit) FROM gtin GROUP BY gtin HAVING count(*) > 1",
          "GTIN {} maps to two products or packagings: {}."},
    Check{"SELECT identifier, min(customer) || ' and ' || max(customer) FROM party_identifier "
          "WHERE domain IN ('GS1', 'DUNS') GROUP BY domain, identifier "
          "HAVING count(DISTINCT customer) > 1",
          "Identifier {} belongs to two customers: {}."},
    Check{"SELECT identifier, min(place) || ' and ' || max(place) FROM party_identifier WHERE "
          "domain IN ('GS1', 'DUNS', 'INTERNAL') GROUP BY domain, identifier, customer "
          "HAVING count(DISTINCT place) > 1",
          "Identifier {} belongs to two places of one customer: {}."},
    Check{"SELECT number, customer FROM buyer_number GROUP BY customer, number "
          "HAVING count(*) > 1",
          "Buyer's number {} of customer {} maps to two products."},
};

base::Done check(Books& books, Loaded& loaded) {
  for (const Check& one : checks) {
    TRY_ASSIGN(Statement rows, books.prepare(one.rows));
    while (loaded.faults.size() < faults_max) {
      TRY_ASSIGN(const bool is_there, rows.next());
      if (!is_there) break;
      loaded.faults.push_back(
          fmt::format(fmt::runtime(one.sentence), rows.text_at(0), rows.text_at(1)));
    }
  }
  return {};
}

}  // namespace

std::vector<std::string_view> master_file_names() {
  std::vector<std::string_view> names;
  for (const Table& table : tables) names.push_back(table.file);
  return names;
}

base::Result<Loaded> load(Books& books, std::span<const MasterFile> files) {
  Loaded loaded;
  TRY_ASSIGN(Change change, books.begin());
  for (const Table& table : tables) {
    for (const MasterFile& file : files) {
      if (file.name == table.file) TRY(Loading(books, file, loaded).run(table));
    }
  }
  if (loaded.faults.empty()) TRY(check(books, loaded));
  if (!loaded.faults.empty()) {
    loaded.rows = 0;
    return loaded;
  }
  TRY(change.commit());
  return loaded;
}

}  // namespace tradepost::sales
