#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "labels_served/desk.hpp"

// Tests the operator's view of the ranges from which units get numbers (contract 9.9).
namespace tradepost::labels_served {

using trade::notice;
using trade::unit;

namespace {

using served::at;

std::vector<std::string> units_without_number(std::size_t count) {
  return std::vector<std::string>(count, unit(""));
}

TEST(SsccRanges, list_says_what_is_left_and_warns_below_a_tenth) {
  Desk desk;
  served::Operator& by = desk.trade.by();
  const auto range = [](served::Operator& asked) {
    return at(asked.does("GET", "/admin/sscc-ranges", ""), "items.0");
  };
  const auto metric = [](served::Operator& asked, int count) {
    const std::string line = fmt::format("\ntradepost_sscc_ranges_low {}\n", count);
    return asked.does("GET", "/metrics", "").find(line) != std::string::npos;
  };
  by.does("POST", "/admin/sscc-ranges",
          fmt::format(R"({{"participant":"{}","prefix":"3952100","first":100,"end":120}})",
                      desk.trade.supplier.id));
  EXPECT_EQ(at(range(by), "left"), "20");
  EXPECT_EQ(at(range(by), "isLow"), "false");
  desk.sends(notice("1", units_without_number(18)));
  EXPECT_EQ(at(range(by), "left"), "2");
  EXPECT_EQ(at(range(by), "isLow"), "false");
  EXPECT_TRUE(metric(by, 0));
  desk.sends(notice("2", units_without_number(1)));
  EXPECT_EQ(at(range(by), "first"), "100");
  EXPECT_EQ(at(range(by), "left"), "1");
  EXPECT_EQ(at(range(by), "isLow"), "true");
  EXPECT_TRUE(metric(by, 1));

  // The check for low ranges runs at the start and every minute.
  EXPECT_EQ(desk.trade.exchange().end(), 0);
  desk.trade.exchange().begin();
  const std::string line = desk.trade.exchange().log_line_with({"event=sscc_ranges_low"});
  EXPECT_NE(line.find("level=warning"), std::string::npos) << line;
  EXPECT_NE(line.find("left=1"), std::string::npos) << line;
  EXPECT_NE(line.find(desk.trade.supplier.id), std::string::npos) << line;
  served::Operator again(desk.trade.exchange().port());
  EXPECT_EQ(at(range(again), "left"), "1");

  // Another range ends the alarm. The first range stays low.
  again.does("POST", "/admin/sscc-ranges",
             fmt::format(R"({{"participant":"{}","prefix":"3952100","first":500,"end":700}})",
                         desk.trade.supplier.id));
  EXPECT_EQ(at(range(again), "isLow"), "true");
  EXPECT_TRUE(metric(again, 0));
}

}  // namespace
}  // namespace tradepost::labels_served
