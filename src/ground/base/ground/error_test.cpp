#include "base/ground/error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace tradepost::base {
namespace {

TEST(Error, every_code_has_its_row_at_its_number) {
  std::uint16_t number = 0;
  for (const ErrorRow& row : error_rows()) {
    EXPECT_EQ(static_cast<std::uint16_t>(row.code), ++number) << row.wire_name;
    EXPECT_EQ(&row_of(row.code), &row);
  }
}

TEST(Error, wire_names_are_single_lower_case_words_of_their_own) {
  std::set<std::string_view> names;
  for (const ErrorRow& row : error_rows()) {
    EXPECT_TRUE(names.insert(row.wire_name).second) << row.wire_name;
    EXPECT_EQ(row.wire_name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"),
              std::string_view::npos);
    EXPECT_FALSE(row.wire_name.empty());
  }
}

TEST(Error, only_what_is_not_the_callers_fault_or_too_often_is_worth_a_repeat) {
  for (const ErrorRow& row : error_rows()) {
    EXPECT_GE(row.http_status, 400) << row.wire_name;
    EXPECT_LT(row.http_status, 600) << row.wire_name;
    const bool is_busy = row.http_status == 503 || row.http_status == 429;
    EXPECT_TRUE(row.http_status >= 500 || is_busy || row.retry == Retry::never) << row.wire_name;
    EXPECT_TRUE(!is_busy || row.retry == Retry::later) << row.wire_name;
  }
}

TEST(Error, the_callers_text_and_the_logs_are_kept_apart) {
  const Error error(ErrorCode::damaged, CallerText("The store is damaged."), LogText("segment 7"));
  EXPECT_EQ(error.code(), ErrorCode::damaged);
  EXPECT_EQ(error.text().str(), "The store is damaged.");
  EXPECT_EQ(error.detail().str(), "segment 7");
  EXPECT_EQ(Error(ErrorCode::invalid, CallerText("x")).detail().str(), "");
}

TEST(ErrorDeathTest, a_code_without_a_row_ends_the_process) {
  EXPECT_DEATH((void)row_of(static_cast<ErrorCode>(0)), "check failed");
  EXPECT_DEATH((void)row_of(static_cast<ErrorCode>(9999)), "check failed");
}

}  // namespace
}  // namespace tradepost::base
