#include "simulation/documents/articles.hpp"

#include <algorithm>
#include <array>

namespace tradepost::simulation {
namespace {

constexpr Deposit crate_of_20{.gtin = "9521001090018",
                              .description = "Pfand Kasten 20 × 0,08 € und Rahmen 1,50 €",
                              .price = "3.10"};
constexpr Deposit crate_of_12{.gtin = "9521001090025",
                              .description = "Pfand Kasten 12 × 0,15 € und Rahmen 1,50 €",
                              .price = "3.30"};

constexpr std::array all_articles = {
    Article{.gtin = "9521001010016",
            .description = "Mühlenbrink Pils, Kasten 20 × 0,5 l MW",
            .unit = "CS",
            .price = "12.90",
            .retail_price = "17.99",
            .tax_percentage = "19",
            .per_pallet = 40,
            .deposit = crate_of_20},
    Article{.gtin = "9521001020015",
            .description = "Quellbach Medium, Kasten 12 × 0,7 l Glas",
            .unit = "CS",
            .price = "4.35",
            .retail_price = "6.49",
            .tax_percentage = "19",
            .per_pallet = 40,
            .deposit = crate_of_12},
    Article{.gtin = "9521001021012",
            .description = "Bio-Apfelschorle naturtrüb, Kasten 12 × 1,0 l PET",
            .unit = "CS",
            .price = "9.84",
            .retail_price = "13.99",
            .tax_percentage = "19",
            .per_pallet = 32,
            .deposit = crate_of_12},
    Article{.gtin = "9521001030014",
            .description = "Süßkirschlikör 18 % vol, Karton 6 × 0,7 l",
            .unit = "CT",
            .price = "47.40",
            .retail_price = "65.94",
            .tax_percentage = "19",
            .per_pallet = 60},
    Article{.gtin = "9521001050012",
            .description = "Räucherlachs, Seite geschnitten",
            .unit = "KGM",
            .price = "31.90",
            .retail_price = "44.90",
            .tax_percentage = "7",
            .per_pallet = 200,
            .is_sold_by_weight = true},
};

}  // namespace

std::span<const Article> own_range() {
  return all_articles;
}

const Article* article_of(std::string_view gtin) {
  while (gtin.size() > 13 && gtin.front() == '0') gtin.remove_prefix(1);
  const auto found = std::ranges::find(all_articles, gtin, &Article::gtin);
  return found == all_articles.end() ? nullptr : &*found;
}

}  // namespace tradepost::simulation
