#pragma once

#include <span>
#include <string_view>

// The range of goods that simulated suppliers sell: the goods in examples/.
namespace tradepost::simulation {

struct Deposit {
  std::string_view gtin = {};  // empty: the article has no deposit
  std::string_view description = {};
  std::string_view price = {};
};

struct Article {
  std::string_view gtin;
  std::string_view description = {};  // empty: unknown
  std::string_view unit;
  std::string_view price = {};         // empty: the supplier's price
  std::string_view retail_price = {};  // empty: unknown
  std::string_view tax_percentage = "19";
  unsigned per_pallet = 40;
  bool is_sold_by_weight = false;
  Deposit deposit = {};
};

std::span<const Article> own_range();
const Article* article_of(std::string_view gtin);  // nullptr: not in the range

}  // namespace tradepost::simulation
