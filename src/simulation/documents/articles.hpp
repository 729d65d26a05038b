#pragma once

#include <span>
#include <string_view>

// The range of goods that simulated suppliers sell: that of examples/.
namespace tradepost::simulation {

struct Deposit {
  std::string_view gtin = {};  // empty: the article bears none
  std::string_view description = {};
  std::string_view price = {};
};

struct Article {
  std::string_view gtin;
  std::string_view description = {};  // empty: unknown
  std::string_view unit;
  std::string_view price = {};         // empty: that of the supplier
  std::string_view retail_price = {};  // empty: unknown
  std::string_view tax_percentage = "19";
  unsigned per_pallet = 40;
  bool is_sold_by_weight = false;
  Deposit deposit = {};
};

std::span<const Article> own_range();
const Article* article_of(std::string_view gtin);  // nullptr: no article of ours

}  // namespace tradepost::simulation
