// Compares the amounts of random lines with a calculation that uses rational numbers in another
// language.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sales/master/prices.hpp"
#include "sales/shop.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::sales_tests {
namespace {

constexpr int products = 100;
constexpr int lines_of_a_product = 100;

class RandomLines {
 public:
  explicit RandomLines(unsigned seed) : draws_(seed) {}

  void run(std::ostream& out) {
    for (int product = 0; product < products; ++product) {
      load(fmt::format("R-{}", product));
      for (int line = 0; line < lines_of_a_product; ++line) {
        write_line(fmt::format("R-{}", product), out);
      }
    }
  }

 private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(draws_); }

  std::string number(int whole_digits, int decimals) {
    std::string text = std::to_string(1 + below(9));
    for (int i = below(whole_digits); i > 0; --i) text += static_cast<char>('0' + below(10));
    if (decimals == 0) return text;
    text += '.';
    for (int i = 0; i < decimals; ++i) text += static_cast<char>('0' + below(10));
    return text;
  }

  std::string factor() {
    switch (below(4)) {
      case 0:
        return fmt::format("{}/{}", 1 + below(12), 1 + below(999));
      case 1:
        return number(3, 1 + below(6));
      default:
        return std::to_string(2 + below(200));
    }
  }

  // Loads the base unit, and up to three others.
  void load(const std::string& product) {
    units_ = {"EA"};
    levels_ = "EA=1";
    std::string packagings = fmt::format("product,unit,factor\n{},EA,1\n", product);
    for (const char* const unit : {"CT", "PF", "BO"}) {
      if (below(3) == 0) continue;
      const std::string of = factor();
      packagings += fmt::format("{},{},{}\n", product, unit, of);
      levels_ += fmt::format(",{}={}", unit, of);
      units_.emplace_back(unit);
    }
    shop_.load(
        {{"products.csv", fmt::format("number,name,base_unit,tax\n{0},{0},EA,S19\n", product)},
         {"packagings.csv", packagings}});
  }

  void write_line(const std::string& product, std::ostream& out) {
    const std::string unit =
        units_[static_cast<std::size_t>(below(static_cast<int>(units_.size())))];
    const std::string quantity = (below(5) == 0 ? "-" : "") + number(6, below(4));
    const std::string price = number(5, below(10));
    constexpr std::array priced_units = {"", "EA", "CT", "PF", "BO", "KGM"};
    const std::string priced = priced_units.at(static_cast<std::size_t>(below(6)));
    constexpr std::array quantities = {"", "1", "6", "12", "100", "1000"};
    std::string per = quantities.at(static_cast<std::size_t>(below(6)));
    if (below(4) == 0) per = number(3, below(4));
    if (below(3) == 0) per = content_of(product, priced.empty() ? unit : priced).value_or(per);
    const std::string currency = below(5) == 0 ? "JPY" : "EUR";

    sales::Objections objections;
    const auto article = sales::find_article(
        shop_.books(), "",
        {.identifiers = {{.domain = "SUPPLIER", .identifier = product}}, .unit = unit}, objections);
    ASSERT_TRUE(article && *article) << product << unit;
    sales::StatedPrice stated{.amount = document::decimal(price), .unit = priced};
    if (!per.empty()) stated.quantity = document::decimal(per);
    const auto known = sales::understood(shop_.books(), "", **article, stated);
    ASSERT_TRUE(known);
    std::string amount = "unknown";
    if (*known) {
      amount =
          sales::OrderLine{.price = **known}.net(document::decimal(quantity), currency).to_string();
    }
    out << fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", levels_, quantity, unit, price, priced,
                       per, document::decimals_of(currency), amount);
  }

  // Returns the number of another random unit in one of this unit, with a few decimals.
  std::optional<std::string> content_of(const std::string& product, const std::string& unit) {
    const auto packagings = sales::packagings_of(shop_.books(), product);
    if (!packagings) return std::nullopt;
    for (const sales::Packaging& one : *packagings) {
      if (one.unit != unit) continue;
      const auto& other =
          (*packagings)[static_cast<std::size_t>(below(static_cast<int>(packagings->size())))];
      const std::string text = one.factor.over(other.factor).rounded(below(4)).to_string();
      const bool is_more_than_zero = document::decimal(text) > sales::Decimal();
      return is_more_than_zero ? std::optional(text) : std::nullopt;
    }
    return std::nullopt;
  }

  std::mt19937 draws_;
  Shop shop_;
  std::vector<std::string> units_;
  std::string levels_;
};

TEST(Amounts, of_ten_thousand_random_lines_are_those_of_rational_numbers) {
  const auto seed = static_cast<unsigned>(run::seed());
  const std::string file = testing::TempDir() + fmt::format("amounts-{}", seed);
  {
    std::ofstream out(file);
    RandomLines(seed).run(out);
  }
  const std::string command =
      fmt::format("python3 '{}/tests/modules/sales/amounts.py' <'{}'", source_dir(), file);
  EXPECT_EQ(std::system(command.c_str()), 0) << file;
  if (!testing::Test::HasFailure()) std::filesystem::remove(file);
}

}  // namespace
}  // namespace tradepost::sales_tests
