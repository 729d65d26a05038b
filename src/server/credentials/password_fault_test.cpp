#include "credentials/password_fault.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/crypto/base64url.hpp"
#include "base/crypto/random.hpp"

namespace tradepost::credentials::password_fault_test {
namespace {

using enum PasswordFault;

constexpr std::array<std::string_view, 3> some_person = {
    "Anna-Lena Müller", "a.l.mueller@huber-beschlaege.example", "Huber Beschläge GmbH"};

std::optional<PasswordFault> fault_of(std::string_view password) {
  return password_fault(password, some_person);
}

void expect(PasswordFault fault, const std::vector<std::string>& passwords) {
  for (const std::string& password : passwords) {
    const auto found = fault_of(password);
    ASSERT_TRUE(found) << password;
    EXPECT_EQ(static_cast<int>(*found), static_cast<int>(fault)) << password;
  }
}

TEST(PasswordFault, phrase_of_several_words_has_none) {
  for (const char* password :
       {"correct horse battery staple", "CorrectHorseBatteryStaple", "regal zwei kippt nie um",
        "der Hund frisst Käse am Zaun", "monkey summer berlin dragon", "Приветствую вас всех",
        "四つの馬が緑の丘を走る夜明け", "schraube kante nebel 7", "Müller fährt nach Gotha"}) {
    EXPECT_FALSE(fault_of(password)) << password;
  }
}

TEST(PasswordFault, short_text_is_refused_by_its_characters_and_not_by_its_bytes) {
  expect(too_short, {"", "a", "kL9#vQ2!xR7", "ÄÖÜßéèñçåøæ"});
  EXPECT_FALSE(fault_of("kL9#vQ2!xR7b"));
  EXPECT_FALSE(fault_of("ÄKÜßéxñçåøæb"));
}

TEST(PasswordFault, long_text_is_refused_by_its_bytes) {
  std::string text = base::base64url(std::string(100, 'x') + "correct horse battery staple");
  while (text.size() < password_bytes_max) text += "horse battery ";
  text.resize(password_bytes_max);
  EXPECT_FALSE(fault_of(text));
  expect(too_long, {text + "x", text + "ü", std::string(100'000, '\xFF')});
}

TEST(PasswordFault, text_that_no_keyboard_enters_is_refused) {
  expect(not_text, {"correct horse \xFF", "correct horse\xC3", "correct\nhorse battery",
                    std::string("correct horse\0battery", 21), "correct horse \x7F battery",
                    "correct horse \u0085 battery", "\xED\xA0\x80 correct horse", "a\tb"});
}

TEST(PasswordFault, repeated_characters_are_found) {
  expect(repetition, {"aaaaaaaaaaaa", "            ", "************", "7777777777777",
                      "xyxyxyxyxyxy", "xYXyxyXYxyxyx", "k9#k9#k9#k9#", "abcdabcdabcdabcd",
                      "hahahahahaha!!", "19xoxoxoxoxo!", "ÄäÄäÄäÄäÄäÄä", "äöäöäöäöäöäö"});
  EXPECT_FALSE(fault_of("k9#vQk9#vQk9#vQ"));  // a group of five characters
}

TEST(PasswordFault, run_of_alphabet_digits_or_keys_is_found) {
  expect(sequence,
         {"abcdefghijkl", "lkjihgfedcba", "MNOPQRSTUVWX",  "0123456789012", "098765432109",
          "qwertyuiop[]", "Qwertzuiopü+", "+üpoiuztrewq",  "asdfghjklöä#",  "poiuytrewq12",
          "yxcvbnm,.-12", "qwerasdfzxcv", "abcdefghijkl!", "123456abcdef",  "abc123def456",
          "!@#$%^&*()_+", "1q2w3e4r5t6z", "1qaz2wsx3edc",  "1qay2wsx3edc",  "111222333444",
          "aaa111bbb222", "abcxyzabcxyz", "!\"§$%&/()=?x"});
  EXPECT_FALSE(fault_of("qwertz-Nagel-7b"));
}

TEST(PasswordFault, up_to_three_common_words_are_found) {
  expect(common,
         {"password2026!",      "Passwort1234",        "P@$$w0rd-2026!",   "passw0rdpassw0rd",
          "Sommer2026!!!",      "SommerSommerSommer",  "!!!Willkommen1",   "W1llkommen123",
          "we1come-2026",       "l3tm31n-99999",       "hallo hallo 12",   "Hello, World! 1",
          "iloveyou2026",       "admin-administrator", "summerwinter2026", "p.a.s.s.w.o.r.d",
          "Frühling2026!",      "FRUEHLING 2026",      "Österreich12",     "München-Köln",
          "pass word secret 1", "fußball2026!",        "Fussball€2026",    "qwertz Password",
          "dragonmonkey"});
  expect(common, {"winter😀2026 winter", "pa\u0308ssword 2026"});
}

TEST(PasswordFault, four_common_words_or_another_word_are_enough) {
  for (const char* password : {"summer winter spring autumn", "password-gantry-7", "xpasswordx99",
                               "Sommerregen 2026", "passwortя2026"}) {
    EXPECT_FALSE(fault_of(password)) << password;
  }
}

TEST(PasswordFault, words_about_the_person_are_found) {
  expect(personal, {"anna-lena-mueller", "AnnaLenaMüller", "Mueller,Lena", "huberhuber2026!",
                    "hub3r-b3schl4eg3", "a.l.mueller@huber-beschlaege.example", "mueller,huber!",
                    "tradepost2026!", "Tr4dep0st!!!!", "lena@tradepost1", "passwort-lena1",
                    "almueller2026", "Müller GmbH 2026", "al.mueller.2026"});
  EXPECT_FALSE(password_fault("anna-lena-mueller", {}));
  EXPECT_FALSE(fault_of("lena baut kisten"));
  EXPECT_FALSE(fault_of("password lena summer winter spring"));
}

TEST(PasswordFault, strange_words_about_the_person_change_nothing) {
  const std::string long_word(100, 'x');
  const std::array<std::string_view, 6> strange = {"",        "\xFF\xFE", "...",
                                                   long_word, "株式会社", "7"};
  EXPECT_FALSE(password_fault("correct horse battery staple", strange));
  EXPECT_EQ(password_fault("password2026!", strange), common);
}

TEST(PasswordFault, many_words_about_the_person_are_bounded) {
  std::string many;
  for (int i = 0; i < 10'000; ++i)
    many += "word" + std::string(1, static_cast<char>('a' + i % 26)) + ' ';
  const std::array<std::string_view, 1> about = {many};
  EXPECT_FALSE(password_fault("correct horse battery staple", about));
  EXPECT_EQ(password_fault("worda wordb wordc", about), personal);
}

// Random bytes as base64url and hexadecimal digits, random letters, and random digits.
TEST(PasswordFault, random_text_has_none) {
  base::SeededRandom random(20261128);
  const auto text_of = [&random](std::string_view alphabet, std::size_t size) {
    std::string text;
    while (text.size() < size) text += alphabet[random.next_uint64() % alphabet.size()];
    return text;
  };
  for (int round = 0; round < 500; ++round) {
    for (const std::string& text :
         {text_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 12),
          text_of("0123456789abcdef", 16), text_of("abcdefghijklmnopqrstuvwxyz", 12),
          text_of("0123456789", 20), text_of("abcdefghijkmnpqrstuvwxyz23456789!$@", 12)}) {
      EXPECT_FALSE(fault_of(text)) << text;
    }
  }
}

}  // namespace
}  // namespace tradepost::credentials::password_fault_test
