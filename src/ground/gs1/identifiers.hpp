#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/ground/result.hpp"

// Checked numbers of GS1. They are texts of digits and never numbers, because leading zeros count.
namespace tradepost::gs1 {

// A trade item's number. It keeps the text that it was written with, and compares by the 14-digit
// form, so that a GTIN-12 equals the GTIN-13 that has a zero before it.
class Gtin {
 public:
  // Parses a number. It refuses a text that is not `right` for verify_gtin() as `invalid`, with a
  // sentence for people.
  static base::Result<Gtin> parse(std::string_view text);

  std::string_view digits14() const { return {digits_.data(), digits_.size()}; }
  std::string_view text() const { return digits14().substr(digits_.size() - length_); }

  bool operator==(const Gtin& other) const { return digits_ == other.digits_; }
  std::weak_ordering operator<=>(const Gtin& other) const { return digits_ <=> other.digits_; }

 private:
  explicit Gtin(std::string_view text);

  std::array<char, 14> digits_;  // filled with zeros on the left
  std::uint8_t length_;
};

// A transport unit's number (in Germany NVE): extension digit, company prefix and serial number,
// check digit.
class Sscc {
 public:
  static base::Result<Sscc> parse(std::string_view text);  // as Gtin::parse
  std::string_view text() const { return {digits_.data(), digits_.size()}; }
  auto operator<=>(const Sscc&) const = default;

 private:
  explicit Sscc(std::string_view text);

  std::array<char, 18> digits_;
};

}  // namespace tradepost::gs1

template <>
struct std::hash<tradepost::gs1::Gtin> {
  std::size_t operator()(const tradepost::gs1::Gtin& gtin) const noexcept {
    return std::hash<std::string_view>()(gtin.digits14());
  }
};

template <>
struct std::hash<tradepost::gs1::Sscc> {
  std::size_t operator()(const tradepost::gs1::Sscc& sscc) const noexcept {
    return std::hash<std::string_view>()(sscc.text());
  }
};
