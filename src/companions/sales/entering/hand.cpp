#include "sales/entering/hand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "sales/ground/csv.hpp"

namespace tradepost::sales {
namespace {

constexpr std::array column_names = {"article", "quantity",       "unit",           "free",
                                     "price",   "price_unit",     "price_quantity", "line",
                                     "deposit", "requested_date", "comments"};

Party party_at(const HandOrder& order, std::string_view role, const std::string& place) {
  Identifier identifier{"RECEIVER_INTERNAL", order.customer};
  if (!place.empty()) identifier = {std::string(place_domain), order.customer + "/" + place};
  return {.role = std::string(role), .is_named = true, .identifiers = {std::move(identifier)}};
}

class Lines {
 public:
  explicit Lines(Entry& entry) : entry_(entry) {}

  void read(const std::string& name, const std::string& text) {
    const auto rows = read_csv(text);
    if (!rows) {
      object(fmt::format("{} line {}: {}", name, rows.error().line, rows.error().sentence));
      return;
    }
    const auto& names = rows->front().fields;
    for (std::size_t place = 0; place < names.size(); ++place) {
      if (std::ranges::find(column_names, names[place]) == column_names.end()) {
        object(fmt::format("Unknown column {} of the lines.", names[place]));
      }
      columns_[names[place]] = place;
    }
    for (std::size_t at = 1; at < rows->size(); ++at) add((*rows)[at], at);
  }

 private:
  void object(std::string sentence) {
    entry_.objections.push_back({.sentence = std::move(sentence)});
  }
  std::string at(const CsvRow& row, const std::string& name) const {
    const auto column = columns_.find(name);
    return column == columns_.end() ? std::string() : row.fields[column->second];
  }
  std::optional<Decimal> amount(const CsvRow& row, const EntryLine& line, const char* name) {
    const std::string text = at(row, name);
    const bool is_price = std::string_view(name) == "price";
    const auto amount = is_price ? document::price_of(text) : document::amount_of(text);
    if (!text.empty() && !amount) {
      object(
          fmt::format("{}: {} \"{}\" is not a number. Write it as 12.90.", line.name, name, text));
    }
    return amount;
  }
  void add(const CsvRow& row, std::size_t place) {
    EntryLine line{.customer_line = at(row, "line")};
    line.name =
        line.customer_line.empty() ? fmt::format("Item {}", place) : "Line " + line.customer_line;
    const std::string article = at(row, "article");
    line.wanted = {.line = line.name, .unit = at(row, "unit")};
    if (!article.empty()) {
      line.wanted.identifiers = {{gtin14(article).empty() ? "SUPPLIER" : "GS1", article}};
    }
    line.quantity = amount(row, line, "quantity");
    line.free_quantity = amount(row, line, "free");
    line.price = amount(row, line, "price");
    line.price_unit = at(row, "price_unit");
    line.price_quantity = amount(row, line, "price_quantity");
    line.is_deposit = at(row, "deposit") == "yes";
    line.requested_date = at(row, "requested_date");
    line.comments = at(row, "comments");
    entry_.lines.push_back(std::move(line));
  }

  Entry& entry_;
  std::map<std::string, std::size_t> columns_;
};

}  // namespace

Entry entry_of(const HandOrder& order) {
  Entry entry{.buyer = party_at(order, "buyer", order.buyer_place), .head = order.head};
  if (!order.place.empty()) entry.ship_to = party_at(order, "party to deliver to", order.place);
  if (!order.bill_place.empty()) entry.bill_to = party_at(order, "party to bill", order.bill_place);
  if (!order.ship_to.street.empty()) {
    entry.ship_to = {.role = "party to deliver to", .is_named = true, .address = order.ship_to};
  }
  Lines(entry).read(order.lines_name, order.lines);
  return entry;
}

}  // namespace tradepost::sales
