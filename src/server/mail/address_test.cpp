#include "mail/address.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tradepost::mail::address_test {
namespace {

using enum AddressFault;

const std::string label(63, 'd');

TEST(MailAddress, usual_one_has_no_fault) {
  for (const std::string address :
       {"anna@musterhaus.example", "a@b.ch", "first.last+orders@mail.huber.example",
        "O'Neil_7@xn--mller-kva.example", "!#$%&'*+-/=?^_`{|}~@a1.b2.de"}) {
    EXPECT_EQ(address_fault(address), none) << address;
  }
}

TEST(MailAddress, malformed_one_is_refused) {
  const std::vector<std::string> faulty = {
      "",
      "@",
      "anna",
      "anna@",
      "@b.ch",
      "anna@localhost",
      "a@@b.ch",
      "a@b@c.ch",
      ".a@b.ch",
      "a.@b.ch",
      "a..b@b.ch",
      "a@.b.ch",
      "a@b..ch",
      "a@b.ch.",
      "a@-b.ch",
      "a@b-.ch",
      "a@b_c.ch",
      "a@192.0.2.1",
      "a@[192.0.2.1]",
      "a@b.7",
      "\"a b\"@b.ch",
      "a(comment)@b.ch",
      "a b@b.ch",
      " a@b.ch",
      "a@b.ch ",
      "Anna <a@b.ch>",
      "a@b.ch,c@d.ch",
      "a@b.ch\r\nBcc: c@d.ch",
      "a\n@b.ch",
      std::string("a\0@b.ch", 7),
      "a\x7f@b.ch",
      "a@b." + label + "d",
  };
  for (const std::string& address : faulty) EXPECT_EQ(address_fault(address), malformed) << address;
}

TEST(MailAddress, other_letters_have_their_own_answer) {
  EXPECT_EQ(address_fault("anna@müller.example"), not_ascii);
  EXPECT_EQ(address_fault("jürg@b.ch"), not_ascii);
  EXPECT_EQ(address_fault("\xff@b.ch"), not_ascii);
}

TEST(MailAddress, length_is_limited) {
  const std::string domain = label + "." + label + "." + label;         // 191 bytes
  EXPECT_EQ(address_fault(std::string(62, 'a') + "@" + domain), none);  // 254 bytes
  EXPECT_EQ(address_fault(std::string(63, 'a') + "@" + domain), too_long);
  EXPECT_EQ(address_fault(std::string(64, 'a') + "@b.ch"), none);
  EXPECT_EQ(address_fault(std::string(65, 'a') + "@b.ch"), too_long);
}

TEST(MailAddress, equal_ones_are_comparable) {
  EXPECT_EQ(comparable_address("Anna.M@Musterhaus.Example"), "anna.m@musterhaus.example");
  EXPECT_EQ(domain_of("a@b.ch"), "b.ch");
  EXPECT_EQ(domain_of("a"), "");
}

}  // namespace
}  // namespace tradepost::mail::address_test
