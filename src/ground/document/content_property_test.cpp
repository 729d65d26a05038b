// Tests contract 3.3 with random documents: the stored content is the sent one except for white
// space between tokens, and reading the stored content returns it unchanged.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "document/random_test_json.hpp"
#include "document/read.hpp"
#include "tests/support/run.hpp"

namespace tradepost::document {
namespace {

bool is_white(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Returns true if `kept` is `sent` without some of its white space.
bool differs_in_white_space_alone(std::string_view sent, std::string_view kept) {
  std::size_t at = 0;
  for (const char c : sent) {
    if (at < kept.size() && c == kept[at]) {
      ++at;
    } else if (!is_white(c)) {
      return false;
    }
  }
  return at == kept.size();
}

struct Body {
  std::string sent;
  std::string content_sent;
  std::string content_kept;
};

Body random_body(Dice& dice) {
  Written content;
  RandomJson(dice).object(content, 1 + dice.below(8));
  const std::string type = dice.one_in(4) ? "\"NONE\"" : "\"ORDER\"";
  const auto sent = dice.one_in(2)
                        ? "{\"type\":" + type + ",\"content\": " + content.sent + "\n}"
                        : "\t{ \"content\" :" + content.sent + " ,\"type\": " + type + "} ";
  return {.sent = sent, .content_sent = content.sent, .content_kept = content.kept};
}

// Covers contract 3.3.
TEST(RandomContent, random_content_is_kept_but_for_its_white_space) {
  Dice dice(run::seed());
  Reader reader;
  const int rounds = run::is_long() ? 2'000'000 : 20'000;
  for (int round = 0; round < rounds; ++round) {
    const auto body = random_body(dice);
    const auto reading = reader.read(body.sent);
    ASSERT_TRUE(reading) << row_of(reading.error().reason).word << " in " << body.sent;
    ASSERT_EQ(reading->document.content, body.content_kept) << body.sent;
    ASSERT_TRUE(differs_in_white_space_alone(body.content_sent, reading->document.content));
  }
}

TEST(RandomContent, stored_content_stays_unchanged) {
  Dice dice(run::seed());
  Reader reader;
  const int rounds = run::is_long() ? 1'000'000 : 10'000;
  for (int round = 0; round < rounds; ++round) {
    const auto body = random_body(dice);
    const auto first = reader.read(body.sent);
    ASSERT_TRUE(first);
    const auto type = first->document.kind ? "ORDER" : "NONE";
    const auto again_sent = std::string("{\"type\":\"") + type +
                            "\",\"content\":" + std::string(first->document.content) + "}";
    const auto again = reader.read(again_sent);
    ASSERT_TRUE(again) << again_sent;
    ASSERT_EQ(again->document.content, body.content_kept);
    ASSERT_EQ(again->document.digest, first->document.digest);
  }
}

}  // namespace
}  // namespace tradepost::document
