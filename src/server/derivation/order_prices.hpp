#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "derivation/derivation.hpp"
#include "document/json/view.hpp"
#include "document/json_reader.hpp"

namespace tradepost::derivation {

using document::View;

// Returns the number of the order that a header or a line names, in lower case. It is empty if
// there is none.
std::string order_named_in(const View& object);

// Returns true if the whole document has allowances or charges.
bool has_modifications(const View& content);

// The statements of orders and order responses about the lines of the documents after them. The
// documents must outlive it.
class OrderPrices {
 public:
  explicit OrderPrices(std::span<const StoredDocument> orders);

  // The line of an order as several documents have it, the right one first.
  class Lines {
   public:
    void add(const View& line) { lines_.push_back(line); }
    // Returns the first value of a field.
    View first(std::string_view name) const;
    // Returns a field of the agreed price: the price, its unit, or its discounts. All come from the
    // first line with a price. None is returned if that line has another unit than `unit`, or an
    // absolute discount, which a partial delivery would repeat.
    View of_price(std::string_view name, const View& unit) const;

   private:
    std::vector<View> lines_;
  };

  // Returns the lines that `line`, of a document about the order, names. A line can name another
  // order than `order`.
  Lines of_line(const std::string& order, const View& line) const;
  View of_header(const std::string& order, std::string_view name) const;
  // Returns true if one of the whole documents has allowances or charges.
  bool have_modifications() const { return have_modifications_; }

 private:
  struct Order {
    std::unique_ptr<document::JsonReader> reader;
    std::string number;
    View header;
    std::map<std::string_view, View> lines;  // by the number of the order's line
  };

  std::vector<Order> orders_;
  bool have_modifications_ = false;
};

}  // namespace tradepost::derivation
