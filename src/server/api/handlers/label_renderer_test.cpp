#include "api/handlers/label_renderer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/manual_executor.hpp"

namespace tradepost::api {
namespace {

using Outcome = base::Result<LabelFile>;

base::SteadyTime in_a_minute() {
  return std::chrono::steady_clock::now() + std::chrono::minutes(1);
}

// Returns an order with one place for each unit.
LabelOrder order_of(std::size_t count, LabelFileType type = LabelFileType::zpl) {
  std::string units;
  LabelOrder order;
  for (std::size_t i = 0; i < count; ++i) {
    units += i == 0 ? "" : ",";
    units += R"({"unitIdentifier":"395210010002089318"})";
    order.places.push_back(std::to_string(i));
  }
  order.content = exchange::bytes_of(R"({"header":{},"transportUnits":[)" + units + "]}");
  order.look.type = type;
  return order;
}

std::size_t labels_in(const std::string& zpl) {
  std::size_t count = 0;
  for (auto at = zpl.find("^XA"); at != std::string::npos; at = zpl.find("^XA", at + 1)) ++count;
  return count;
}

TEST(LabelRenderer, makes_files_of_few_and_of_many) {
  base::ManualExecutor loop;
  LabelRenderer press(1);
  for (const std::size_t count : {std::size_t{1}, base::limits::labels_quick_max + 1}) {
    const Outcome zpl = loop.run(press.print(order_of(count), in_a_minute()));
    ASSERT_TRUE(zpl.has_value());
    EXPECT_EQ(labels_in(zpl->bytes), count);
    const Outcome pdf = loop.run(press.print(order_of(count, LabelFileType::pdf), in_a_minute()));
    ASSERT_TRUE(pdf.has_value());
    EXPECT_TRUE(pdf->bytes.starts_with("%PDF-"));
  }
  EXPECT_EQ(press.made(), 4u);
}

TEST(LabelRenderer, makes_those_of_the_places_that_are_named) {
  base::ManualExecutor loop;
  LabelRenderer press(1);
  LabelOrder order = order_of(3);
  order.places = {"0", "2"};
  const Outcome two = loop.run(press.print(std::move(order), in_a_minute()));
  ASSERT_TRUE(two.has_value());
  EXPECT_EQ(labels_in(two->bytes), 2u);
}

TEST(LabelRenderer, says_where_the_content_is_not_what_it_was) {
  base::ManualExecutor loop;
  LabelRenderer press(1);
  LabelOrder broken = order_of(1);
  broken.content = exchange::bytes_of("{");
  const Outcome of_broken = loop.run(press.print(std::move(broken), in_a_minute()));
  ASSERT_FALSE(of_broken.has_value());
  EXPECT_EQ(of_broken.error().code(), base::ErrorCode::damaged);
  LabelOrder other = order_of(1);
  other.places = {"7"};
  const Outcome of_other = loop.run(press.print(std::move(other), in_a_minute()));
  ASSERT_FALSE(of_other.has_value());
  EXPECT_EQ(of_other.error().code(), base::ErrorCode::damaged);
}

TEST(LabelRenderer, few_labels_do_not_wait_for_many_and_too_much_waits_for_nothing) {
  base::ManualExecutor loop;
  LabelRenderer press(0);  // so that all files of many labels wait
  std::vector<Outcome> ended;
  const base::SteadyTime deadline = in_a_minute();
  const std::string content(10u << 20, ' ');
  const auto owner = std::make_shared<const std::string>(content);
  const std::size_t room = base::limits::label_files_waiting_bytes_max / content.size();
  for (std::size_t i = 0; i <= room; ++i) {
    EXPECT_TRUE(ended.empty());
    LabelOrder many = order_of(1);
    many.content = {.view = *owner, .owner = owner};
    base::start(loop, press.print(std::move(many), deadline),
                [&](Outcome outcome) { ended.push_back(std::move(outcome)); });
  }
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].error().code(), base::ErrorCode::unavailable);
  EXPECT_TRUE(loop.run(press.print(order_of(1), in_a_minute())).has_value());
  EXPECT_EQ(ended.size(), 1u);
  loop.advance(deadline - loop.now());
  ASSERT_EQ(ended.size(), room + 1);
  for (const Outcome& late : ended) EXPECT_EQ(late.error().code(), base::ErrorCode::unavailable);
  EXPECT_EQ(press.refused(), room + 1);
}

}  // namespace
}  // namespace tradepost::api
