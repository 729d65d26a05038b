// Compares the readability of bodies with simdjson's own parser. Reading takes only simdjson's
// first stage (tokens.cpp) and checks the rest itself; it must give the same verdict as the whole
// parser, except for the refusals that our decisions add. Each of those differences must occur.
#include <simdjson.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/changes_test_table.hpp"
#include "document/random_test_json.hpp"
#include "tests/support/run.hpp"

namespace tradepost::document::simdjson_agreement_test {
namespace {

// The reasons for which we refuse bodies that simdjson's parser accepts (contract 4.3 and
// limits.hpp).
constexpr auto refused_by_us_alone = std::to_array<std::string_view>({
    "name_twice",       // it keeps both
    "nested_too_deep",  // it goes to 1,024 levels
    "number_too_long",  // it rounds a fraction of any length, and small numbers to zero
});

// Returns true if the body has a number that only simdjson may refuse: an integer of more than 64
// bits, or a number beyond the range of a double. Our numbers are exact, and bounded by digits and
// exponent. simdjson has one error for these and for bad grammar, so the body must have a long
// number.
bool has_number_too_big_for_it(std::string_view body) {
  std::size_t digits = 0;
  bool in_exponent = false;
  for (std::size_t at = 0; at < body.size(); ++at) {
    const char c = body[at];
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit) in_exponent = c == 'e' || c == 'E' || (in_exponent && (c == '+' || c == '-'));
    digits = is_digit ? digits + 1 : 0;
    if (digits >= (in_exponent ? 3u : 19u)) return true;
  }
  return false;
}

class Agreement {
 public:
  void hold(std::string_view body) {
    const simdjson::padded_string padded(body);
    const auto theirs = theirs_.parse(padded).error();
    const auto reading = ours_.read(body);
    if (reading.has_value() == (theirs == simdjson::SUCCESS)) {
      ++(reading ? taken_by_both_ : refused_by_both_);
      return;
    }
    if (reading) {
      ++taken_by_us_alone_;
      ASSERT_TRUE(theirs == simdjson::NUMBER_ERROR && has_number_too_big_for_it(body))
          << "simdjson says " << simdjson::error_message(theirs) << " of\n"
          << body;
      return;
    }
    const auto word = row_of(reading.error().reason).word;
    ++refused_by_us_alone_[std::string(word)];
    ASSERT_NE(std::ranges::find(refused_by_us_alone, word), refused_by_us_alone.end())
        << "we say " << word << " of\n"
        << body;
  }

  std::size_t taken_by_both() const { return taken_by_both_; }
  std::size_t refused_by_both() const { return refused_by_both_; }
  std::size_t taken_by_us_alone() const { return taken_by_us_alone_; }
  std::size_t refused_by_us_alone_for(std::string_view word) const {
    const auto found = refused_by_us_alone_.find(std::string(word));
    return found == refused_by_us_alone_.end() ? 0 : found->second;
  }

 private:
  simdjson::dom::parser theirs_;
  Reader ours_;
  std::size_t taken_by_both_ = 0;
  std::size_t refused_by_both_ = 0;
  std::size_t taken_by_us_alone_ = 0;
  std::map<std::string, std::size_t> refused_by_us_alone_;
};

std::vector<std::string> seeds() {
  std::vector<std::string> bodies;
  for (const auto& kind : kinds()) {
    for (const std::string_view name : {"minimal", "lifelike", "warnings", "faulty_many"})
      bodies.push_back(example(kind.kind, name));
  }
  return bodies;
}

constexpr auto pieces = std::to_array<std::string_view>({"{",
                                                         "}",
                                                         "[",
                                                         "]",
                                                         ":",
                                                         ",",
                                                         "\"",
                                                         "\\",
                                                         "\\u",
                                                         "\\ud83d",
                                                         "\\ude00",
                                                         "null",
                                                         "true",
                                                         "fal",
                                                         "-",
                                                         "0",
                                                         "1e",
                                                         "1e400",
                                                         "1e-400",
                                                         ".",
                                                         "18446744073709551616",
                                                         "\xc3",
                                                         "\xa4",
                                                         "\xed\xa0\x80",
                                                         "\xf0\x9f\x98\x80",
                                                         "\x01",
                                                         "\n",
                                                         " ",
                                                         "\xef\xbb\xbf",
                                                         "\"a\":1,",
                                                         "{}",
                                                         "[[[[",
                                                         "]]]]"});

// Makes a few changes to a good body: flips, removes or inserts bytes, repeats parts, or cuts off
// the end.
std::string mutated(Dice& dice, std::string body) {
  for (auto changes = 1 + dice.below(3); changes > 0 && !body.empty(); --changes) {
    const auto at = dice.below(body.size());
    const auto length = std::min(1 + dice.below(8), body.size() - at);
    switch (dice.below(6)) {
      case 0:
        body[at] = static_cast<char>(dice.below(256));
        break;
      case 1:
        body.erase(at, length);
        break;
      case 2:
        body.insert(at, dice.pick(pieces));
        break;
      case 3:
        body.replace(at, length, dice.pick(pieces));
        break;
      case 4:
        body.insert(at, body.substr(at, length * 8));
        break;
      default:
        body.resize(at);
        break;
    }
  }
  return body;
}

std::string random_body(Dice& dice) {
  Written content;
  RandomJson(dice).value(content, dice.below(6));
  return "{\"type\":\"ORDER\",\"content\":{\"extra\":" + content.sent + "}}";
}

std::string soup(Dice& dice) {
  std::string body;
  for (auto count = dice.below(24); count > 0; --count) body += dice.pick(pieces);
  return body;
}

TEST(Simdjson, agrees_on_bodies_that_were_changed_at_random) {
  Dice dice(run::seed());
  Agreement agreement;
  const auto bodies = seeds();
  const int rounds = run::is_long() ? 1'000'000 : 20'000;
  for (int round = 0; round < rounds && !HasFatalFailure(); ++round) {
    agreement.hold(mutated(dice, dice.pick(bodies)));
    agreement.hold(mutated(dice, random_body(dice)));
    agreement.hold(soup(dice));
  }
  EXPECT_GT(agreement.taken_by_both(), 0u);
  EXPECT_GT(agreement.refused_by_both(), 0u);
}

TEST(Simdjson, differs_where_our_decisions_say_so) {
  Agreement agreement;
  const auto order = good(Kind::order);
  const auto with = [&](std::string value) {
    return changed(order, Change{"content.extra", std::move(value)});
  };
  agreement.hold(with(R"({"a":1,"a":2})"));
  agreement.hold(with(repeated("[", 63) + repeated("]", 63)));
  agreement.hold(with("0." + repeated("1", 41)));
  agreement.hold(with("1e-400"));
  agreement.hold(with("18446744073709551616"));
  agreement.hold(with("-9223372036854775809"));
  for (const auto word : refused_by_us_alone)
    EXPECT_GT(agreement.refused_by_us_alone_for(word), 0u) << word;
  EXPECT_EQ(agreement.taken_by_us_alone(), 2u);
}

TEST(Simdjson, agrees_on_every_text_of_the_grammar_tables) {
  Agreement agreement;
  for (const std::string_view value : {"007",
                                       "1.",
                                       ".5",
                                       "+1",
                                       "1e",
                                       "-",
                                       "NaN",
                                       "flase",
                                       "nul",
                                       "'a'",
                                       "[1,]",
                                       "{\"a\":1,}",
                                       "\"\\x41\"",
                                       "\"\\u004\"",
                                       "\"\\ud83d\"",
                                       "\"\\ude00\"",
                                       "\"\xff\"",
                                       "\"\xed\xa0\x80\"",
                                       "\"\x01\"",
                                       "\"a\" \"b\"",
                                       "// c",
                                       "0",
                                       "-0",
                                       "1E+5",
                                       "\"\\ud83d\\ude00\"",
                                       "[]",
                                       "{}"}) {
    agreement.hold(value);
    agreement.hold(changed(good(Kind::order), Change{"content.extra", std::string(value)}));
  }
  agreement.hold("\xef\xbb\xbf" + good(Kind::order));
  EXPECT_GT(agreement.refused_by_both(), 30u);
}

}  // namespace
}  // namespace tradepost::document::simdjson_agreement_test
