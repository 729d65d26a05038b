#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "database/parameters.hpp"

namespace tradepost::store::postgres {

template <database::Type type>
using ValueOf = std::conditional_t<
    type == database::Type::uuid, const base::Uuid&,
    std::conditional_t<type == database::Type::bytea, std::string_view, std::int64_t>>;

// The rows of one statement: an array for each column, whose types are the arguments.
template <database::Type... types>
class Columns {
 public:
  // Adds a row. A missing value, or one of another type than its column, does not compile.
  void add(ValueOf<types>... values) {
    auto list = lists_.begin();
    ((list++)->add(values), ...);
    is_empty_ = false;
  }
  bool is_empty() const { return is_empty_; }
  // Returns the arrays as parameters after the given ones.
  database::Parameters parameters(database::Parameters parameters = {}) && {
    for (database::List& list : lists_) parameters.list(std::move(list));
    return parameters;
  }

 private:
  std::array<database::List, sizeof...(types)> lists_{database::List(types)...};
  bool is_empty_ = true;
};

}  // namespace tradepost::store::postgres
