#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text/date.hpp"
#include "base/text/decimal.hpp"
#include "document/json/view.hpp"

// The goods in a transport unit, with all the units in it.
namespace tradepost::label {

struct Goods {
  enum class Sort : std::uint8_t { none, one, several };

  // Of goods of one sort; a value that a line lacks, or that lines contradict, is not there.
  // Deposits are no sort of their own, and lines that were not sent are not counted.
  struct Value {
    std::string text;
    std::string path;
  };

  Sort sort = Sort::none;
  std::optional<Value> gtin;         // in domain GS1, right or not
  std::optional<Value> item_number;  // the supplier's or the buyer's, where there is no GTIN
  std::optional<base::Decimal> quantity;
  std::string quantity_path;
  std::string unit_of_measure;
  std::optional<Value> batch;
  std::optional<base::Date> expires;
  std::string expires_path;

  // Of goods of any sorts.
  std::optional<base::Decimal> gross_grams;
  std::optional<Value> order_number;
};

// `path`: of the unit.
Goods goods_in(document::View unit, const std::string& path);

// Of units that count pieces, not of those that measure.
bool counts_pieces(std::string_view unit_of_measure);

}  // namespace tradepost::label
