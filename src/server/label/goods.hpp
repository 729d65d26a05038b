#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text/date.hpp"
#include "base/text/decimal.hpp"
#include "document/json/view.hpp"

// The goods in a transport unit, including those in its inner units.
namespace tradepost::label {

struct Goods {
  enum class Sort : std::uint8_t { none, one, several };

  // Members about goods of one sort. A value that a line lacks, or in which lines differ, is
  // absent. Deposits are not a separate sort, and lines that were not shipped are not counted.
  struct Value {
    std::string text;
    std::string path;
  };

  Sort sort = Sort::none;
  std::optional<Value> gtin;         // in domain GS1, valid or not
  std::optional<Value> item_number;  // the supplier's or the buyer's, if the GTIN is missing
  std::optional<base::Decimal> quantity;
  std::string quantity_path;
  std::string unit_of_measure;
  std::optional<Value> batch;
  std::optional<base::Date> expires;
  std::string expires_path;

  // Members about goods of any sorts.
  std::optional<base::Decimal> gross_grams;
  std::optional<Value> order_number;
};

// Returns the goods in a unit. `path` is the path of the unit.
Goods goods_in(document::View unit, const std::string& path);

// Returns true for units that count pieces, and false for units of measurement.
bool counts_pieces(std::string_view unit_of_measure);

}  // namespace tradepost::label
