// Tests that an unknown command is named, and the most similar command suggested.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/trading.hpp"

namespace tradepost::commands_tests::unknown_command_test {

using served::Desk;
using served::Ended;

namespace {

struct Case {
  const char* written;
  const char* meant;  // empty: no similar command
};

constexpr Case cases[] = {
    {"sned", "send"},
    {"lst", "list"},
    {"valdate", "validate"},
    {"particpants", "participant"},
    {"case", "cases"},
    {"cases shwo", "cases show"},
    {"cases lsit", "cases list"},
    {"token crate", "token create"},
    {"sales ini", "sales init"},
    {"sales order anwser", "sales order answer"},
    {"agent statsu", "agent status"},
    {"simulate bayer", "simulate buyer"},
    {"journal veryfi", "journal verify"},
    {"ls", ""},
    {"frobnicate", ""},
    {"cases explode", ""},
    {"sales order eat", ""},
};

void expect_unknown(const Case& one, const std::string& words) {
  const Ended ended = Desk().tradepost(words);
  EXPECT_EQ(ended.exit_code, 2) << words;
  EXPECT_EQ(ended.out, "") << words;
  EXPECT_TRUE(has(ended.err, fmt::format("Unknown command `tradepost {}`.", one.written)))
      << words << "\n"
      << ended.err;
  const std::string meant = one.meant;
  const std::string question = fmt::format("Did you mean `tradepost {}`?", meant);
  EXPECT_EQ(has(ended.err, meant.empty() ? "Did you mean" : question), !meant.empty())
      << words << "\n"
      << ended.err;
}

TEST(UnknownCommand, is_named_with_the_nearest_one_and_ends_with_2) {
  for (const Case& one : cases) {
    expect_unknown(one, one.written);
  }
  expect_unknown(cases[0], "sned order.json --json");
}

TEST(UnknownCommand, has_no_help) {
  for (const Case& one : cases) {
    expect_unknown(one, std::string(one.written) + " --help");
  }
  expect_unknown(cases[0], "--help sned");
  expect_unknown({.written = "cases shwo", .meant = "cases show"}, "cases --help shwo");
}

TEST(UnknownCommand, help_of_its_group_is_named) {
  EXPECT_TRUE(has(Desk().tradepost("cases shwo").err, "`tradepost cases --help` lists"));
  EXPECT_TRUE(has(Desk().tradepost("shwo").err, "`tradepost --help` lists"));
}

TEST(UnknownCommand, long_word_is_shown_up_to_a_bound) {
  const Ended ended = Desk().tradepost(std::string(100'000, 'x'));
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_LT(ended.err.size(), 1'000u);
}

TEST(KnownCommand, has_its_help) {
  for (const char* const words : {"--help", "cases --help", "--help cases", "cases show --help",
                                  "sales order --help", "sales order answer --help"}) {
    const Ended help = Desk().tradepost(words);
    EXPECT_EQ(help.exit_code, 0) << words;
    EXPECT_TRUE(has(help.out, "Usage: tradepost")) << words << help.out;
    EXPECT_EQ(help.err, "") << words;
  }
  EXPECT_EQ(Desk().tradepost("cases").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests::unknown_command_test
