#pragma once

#include <array>
#include <utility>

#include "database/parameters.hpp"

namespace tradepost::store::postgres {

// The rows of one statement: an array for each column, whose types are the arguments.
template <database::Type... types>
class Columns {
 public:
  // Adds a row, with a value for each column.
  template <typename... Values>
    requires(sizeof...(Values) == sizeof...(types))
  void add(const Values&... values) {
    auto list = lists_.begin();
    ((list++)->add(values), ...);
    is_empty_ = false;
  }
  bool is_empty() const { return is_empty_; }
  // Returns the arrays as $1, $2 …
  database::Parameters parameters() && {
    database::Parameters parameters;
    for (database::List& list : lists_) parameters.list(std::move(list));
    return parameters;
  }

 private:
  std::array<database::List, sizeof...(types)> lists_{database::List(types)...};
  bool is_empty_ = true;
};

}  // namespace tradepost::store::postgres
