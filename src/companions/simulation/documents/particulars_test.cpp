#include "simulation/documents/particulars.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tradepost::simulation::particulars_test {
namespace {

std::string issuer(const std::string& gln) {
  base::JsonWriter json;
  write_issuer(json, with_address({.name = "Huber", .identifiers = {{"GS1", gln}}}));
  return std::move(json).finish();
}

// The text after a name, up to its closing quotation mark.
std::string text_after(const std::string& json, const std::string& name) {
  const auto begin = json.find("\"" + name + "\":\"") + name.size() + 4;
  return json.substr(begin, json.find('"', begin) - begin);
}

TEST(Particulars, party_keeps_its_address_tax_number_and_account) {
  EXPECT_EQ(issuer("9521001000000"), issuer("9521001000000"));
  const std::string one = issuer("9521001000000");
  const std::string other = issuer("9521002000009");
  EXPECT_NE(text_after(one, "accountNumber"), text_after(other, "accountNumber"));
  EXPECT_NE(one.substr(one.find("VAT_DE") - 40), other.substr(other.find("VAT_DE") - 40));
}

TEST(Particulars, account_has_the_check_digits_of_an_iban) {
  for (int number = 0; number < 200; ++number) {
    const std::string account = text_after(issuer(std::to_string(number)), "accountNumber");
    ASSERT_EQ(account.size(), 22u);
    unsigned rest = 0;
    for (const char c : account.substr(4) + "1314" + account.substr(2, 2)) {
      rest = (rest * 10 + static_cast<unsigned>(c - '0')) % 97;
    }
    EXPECT_EQ(rest, 1u) << account;
  }
}

}  // namespace
}  // namespace tradepost::simulation::particulars_test
