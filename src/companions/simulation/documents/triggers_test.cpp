#include "simulation/documents/triggers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/source_dir.hpp"

namespace tradepost::simulation::triggers_test {
namespace {

TEST(Triggers, only_the_end_of_a_number_counts) {
  for (const TriggerEffect& one : trigger_effects()) {
    EXPECT_EQ(trigger_in("4711" + std::string(one.ending)), one.trigger) << one.ending;
    EXPECT_EQ(trigger_in("4711" + std::string(one.ending) + "-2"), Trigger::none) << one.ending;
    EXPECT_EQ(trigger_in(one.ending.substr(1)), Trigger::none) << one.ending;
  }
  EXPECT_EQ(trigger_in("4711-reject"), Trigger::none);
  EXPECT_EQ(trigger_in(""), Trigger::none);
}

TEST(Triggers, number_without_one_leaves_the_habits_as_they_are) {
  EXPECT_EQ(habits_for({.late = 7}, Trigger::none).late, 7u);
  const Habits rejecting = habits_for({.late = 7, .twice = 100}, Trigger::reject);
  EXPECT_EQ(rejecting.rejected, 100u);
  EXPECT_EQ(rejecting.late + rejecting.twice, 0u);
}

TEST(Triggers, table_of_the_page_is_that_of_the_code) {
  std::ifstream file(source_dir() + "/docs/guides/simulation.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::string table = "| number ends in | supplier, about an order | buyer |\n|---|---|---|\n";
  for (const TriggerEffect& one : trigger_effects()) {
    table += fmt::format("| `{}` | {} | {} |\n", one.ending, one.by_supplier, one.by_buyer);
  }
  EXPECT_TRUE(page.contains("\n" + table + "\n")) << table;
}

}  // namespace
}  // namespace tradepost::simulation::triggers_test
