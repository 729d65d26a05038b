#pragma once

#include <span>
#include <string_view>

#include "document/amounts/line_nets.hpp"
#include "document/json/view.hpp"
#include "document/model/field_path.hpp"
#include "document/model/schema.hpp"
#include "document/rules/report.hpp"

namespace tradepost::document {

// Warns of an amount that contradicts the quantities and prices of its lines (contract 4.4).
class StatedAmounts {
 public:
  StatedAmounts(const FieldPath& path, const KindRow& kind, Report& report)
      : path_(path), kind_(kind), report_(report) {}

  // Judges a document. Its `lines` are the items, or the locations of a sales report.
  void validate(const View& header, const View& lines, const View& summary);

 private:
  void validate_lines(const View& lines, const View& summary, std::string_view quantity_name);
  void validate_tax(const LineFields& line, const FieldPath& path, std::span<const Decimal> nets);
  void validate_sales(const View& locations);
  void validate_sale(const LineFields& line, const FieldPath& path);
  bool is_any(std::span<const Decimal> amounts, const Decimal& stated,
              const Decimal& tolerance) const;

  const FieldPath& path_;
  const KindRow& kind_;
  Report& report_;
  int decimals_ = cents;  // of the currency
  Decimal smallest_;      // its unit
};

}  // namespace tradepost::document
