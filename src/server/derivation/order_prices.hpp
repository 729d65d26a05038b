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

// Returns the number of the order in the header of an order or of a document about it, in lower
// case. It is empty if the header has none.
std::string order_named_in(const View& header);

// The prices, taxes and terms that orders and order responses have for the documents after them.
// The documents must outlive it.
class OrderPrices {
 public:
  explicit OrderPrices(std::span<const StoredDocument> orders);

  // The same line of several documents: the first one with a field is right.
  class Lines {
   public:
    void add(const View& line) { lines_.push_back(line); }
    View member(std::string_view name) const;

   private:
    std::vector<View> lines_;
  };

  // Returns the lines that `line`, of a document about the order, names. A line that names its
  // order need not be of `order`.
  Lines of_line(const std::string& order, const View& line) const;
  View of_header(const std::string& order, std::string_view name) const;

 private:
  struct Order {
    std::unique_ptr<document::JsonReader> reader;
    std::string number;
    View header;
    std::map<std::string_view, View> lines;  // by the number of the order's line
  };

  std::vector<Order> orders_;
};

}  // namespace tradepost::derivation
