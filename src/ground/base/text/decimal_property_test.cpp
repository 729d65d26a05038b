// Compares Decimal with a second arithmetic that shares no code with it: numbers as strings of
// digits, calculated by hand methods.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "base/text/decimal.hpp"

namespace tradepost::base::decimal_property_test {
namespace {

// A number: digits times 10^exponent. The digits have no leading zeros, and are empty for zero.
struct School {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

std::string stripped(std::string digits) {
  return digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
}

int digit_at(const std::string& digits, std::size_t from_the_right) {
  return from_the_right < digits.size() ? digits[digits.size() - 1 - from_the_right] - '0' : 0;
}

bool smaller(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

std::string added(const std::string& a, const std::string& b) {
  std::string reversed;
  int carry = 0;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()) + 1; ++i) {
    const int sum = digit_at(a, i) + digit_at(b, i) + carry;
    reversed += static_cast<char>('0' + sum % 10);
    carry = sum / 10;
  }
  return stripped({reversed.rbegin(), reversed.rend()});
}

std::string subtracted(const std::string& larger, const std::string& lesser) {
  std::string reversed;
  int borrow = 0;
  for (std::size_t i = 0; i < larger.size(); ++i) {
    const int difference = digit_at(larger, i) - digit_at(lesser, i) - borrow;
    borrow = difference < 0 ? 1 : 0;
    reversed += static_cast<char>('0' + difference + 10 * borrow);
  }
  return stripped({reversed.rbegin(), reversed.rend()});
}

std::string multiplied(const std::string& a, const std::string& b) {
  std::string total;
  for (std::size_t i = 0; i < b.size(); ++i) {
    std::string row;
    for (int times = 0; times < b[i] - '0'; ++times) row = added(row, a);
    total = added(total.empty() ? total : total + "0", row);
  }
  return total;
}

std::string written_to(const School& number, int exponent) {
  if (number.digits.empty()) return "";
  return number.digits + std::string(static_cast<std::size_t>(number.exponent - exponent), '0');
}

School plus(const School& a, const School& b) {
  const int exponent = std::min(a.exponent, b.exponent);
  const std::string left = written_to(a, exponent);
  const std::string right = written_to(b, exponent);
  if (a.negative == b.negative) return {a.negative, added(left, right), exponent};
  if (smaller(left, right)) return {b.negative, subtracted(right, left), exponent};
  return {a.negative, subtracted(left, right), exponent};
}

School times(const School& a, const School& b) {
  return {a.negative != b.negative, multiplied(a.digits, b.digits), a.exponent + b.exponent};
}

// Returns the form that all equal numbers share.
School reduced(School number) {
  while (number.digits.ends_with('0')) number.digits.pop_back(), ++number.exponent;
  return number.digits.empty() ? School() : number;
}

std::string text_of(const School& number) {
  return (number.negative ? "-" : "") + (number.digits.empty() ? "0" : number.digits) + "e" +
         std::to_string(number.exponent);
}

// Converts a Decimal. Below 77 digits its plain text has the exact value.
School school_of(const Decimal& number) {
  std::string text = number.to_string();
  School result;
  result.negative = text.starts_with('-');
  text.erase(0, result.negative ? 1 : 0);
  if (const auto point = text.find('.'); point != std::string::npos) {
    result.exponent = -static_cast<int>(text.size() - point - 1);
    text.erase(point, 1);
  }
  result.digits = stripped(text);
  return reduced(result);
}

class DecimalProperty : public ::testing::Test {
 protected:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  School any() {
    School number;
    number.negative = below(2) == 0;
    const int digits = 1 + (below(4) == 0 ? below(40) : below(12));
    for (int i = 0; i < digits; ++i)
      number.digits += static_cast<char>('0' + (below(5) == 0 ? 0 : below(10)));
    if (below(6) == 0) number.digits = std::string(number.digits.size(), '9');
    number.digits = stripped(number.digits);
    number.exponent = below(8) == 0 ? below(600) - 300 : below(24) - 16;
    return number;
  }

  // Returns a neighbour of `number`, for cases that need close numbers: cancellation, and equal
  // values with different texts.
  School near(const School& number) {
    School other = number;
    if (below(2) == 0 && !other.digits.empty())
      other.digits.back() = static_cast<char>('0' + below(10));
    while (below(2) == 0 && other.digits.size() < 40) other.digits += '0', --other.exponent;
    other.digits = stripped(other.digits);
    return other;
  }

  std::mt19937 random_{20'240'229};
};

Decimal decimal(const School& number) {
  return Decimal::parse(text_of(number)).value();
}

bool needs_more_digits(const School& a, const School& b, const School& result) {
  const int exponent = std::min(reduced(a).exponent, reduced(b).exponent);
  const auto longest =
      std::max(written_to(reduced(a), exponent).size(), written_to(reduced(b), exponent).size());
  return std::max(longest, result.digits.size()) > Decimal::digits_max;
}

TEST_F(DecimalProperty, sums_are_those_of_the_school) {
  for (int round = 0; round < 20'000; ++round) {
    const School a = any();
    const School b = round % 2 == 0 ? any() : near(a);
    const School expected = plus(a, b);
    const Result<Decimal> sum = decimal(a).plus(decimal(b));
    if (!sum) {
      ASSERT_TRUE(needs_more_digits(a, b, expected)) << text_of(a) << " + " << text_of(b);
      continue;
    }
    ASSERT_EQ(text_of(school_of(*sum)), text_of(reduced(expected)))
        << text_of(a) << " + " << text_of(b);
  }
}

TEST_F(DecimalProperty, products_are_those_of_the_school) {
  for (int round = 0; round < 10'000; ++round) {
    const School a = any();
    const School b = any();
    const School expected = reduced(times(a, b));
    const Result<Decimal> product = decimal(a).times(decimal(b));
    if (!product) {
      ASSERT_TRUE(expected.digits.size() > Decimal::digits_max ||
                  expected.exponent < Decimal::exponent_min ||
                  expected.exponent + static_cast<int>(expected.digits.size()) >
                      Decimal::exponent_max + 1)
          << text_of(a) << " * " << text_of(b);
      continue;
    }
    ASSERT_EQ(text_of(school_of(*product)), text_of(expected)) << text_of(a) << " * " << text_of(b);
  }
}

TEST_F(DecimalProperty, the_order_is_the_sign_of_the_difference) {
  for (int round = 0; round < 20'000; ++round) {
    const School a = any();
    const School b = round % 2 == 0 ? any() : near(a);
    School negated = b;
    negated.negative = !b.negative;
    const School difference = plus(a, negated);
    const auto order = decimal(a) <=> decimal(b);
    if (difference.digits.empty()) {
      ASSERT_TRUE(order == 0 && decimal(a) == decimal(b)) << text_of(a) << " " << text_of(b);
    } else {
      ASSERT_TRUE(difference.negative ? order < 0 : order > 0) << text_of(a) << " " << text_of(b);
    }
  }
}

TEST_F(DecimalProperty, rounding_moves_by_at_most_half_a_unit_and_ends_at_the_unit) {
  for (int round = 0; round < 10'000; ++round) {
    const School number = any();
    const int decimals = below(8);
    const School result = school_of(decimal(number).rounded(decimals));
    ASSERT_TRUE(number.exponent > -decimals || result.digits.empty() ||
                result.exponent >= -decimals)
        << text_of(number);
    School negated = number;
    negated.negative = !number.negative;
    School moved = plus(result, negated);
    moved.negative = false;
    const School excess = plus(moved, School{true, "5", -decimals - 1});
    ASSERT_TRUE(excess.digits.empty() || excess.negative) << text_of(number) << " to " << decimals;
  }
}

TEST_F(DecimalProperty, a_plain_text_is_read_back_as_the_same_value) {
  for (int round = 0; round < 10'000; ++round) {
    const Decimal number = decimal(any());
    const auto again = Decimal::parse(number.to_string());
    if (again) {
      ASSERT_EQ(*again, number) << number.to_string();
    } else {
      ASSERT_GT(number.to_string().size(), limits::number_digits_max);
    }
  }
}

}  // namespace
}  // namespace tradepost::base::decimal_property_test
