#include "tracing/trace_context.hpp"

#include <gtest/gtest.h>

namespace tradepost::tracing {
namespace {

const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string span = "00f067aa0ba902b7";

TEST(TraceContext, valid_parent_is_read_and_written_again) {
  for (const char* flags : {"00", "01"}) {
    const std::string text = "00-" + trace + "-" + span + "-" + flags;
    const auto context = trace_context_in(text);
    ASSERT_TRUE(context) << text;
    EXPECT_EQ(hex_of(context->trace), trace);
    EXPECT_EQ(hex_of(context->span), span);
    EXPECT_EQ(traceparent_of(*context), text);
  }
}

TEST(TraceContext, only_the_first_bit_of_the_flags_says_sampled) {
  EXPECT_TRUE(trace_context_in("00-" + trace + "-" + span + "-03")->is_sampled);
  EXPECT_FALSE(trace_context_in("00-" + trace + "-" + span + "-fe")->is_sampled);
}

TEST(TraceContext, later_version_is_read_by_its_first_four_fields) {
  EXPECT_TRUE(trace_context_in("01-" + trace + "-" + span + "-01"));
  EXPECT_TRUE(trace_context_in("cc-" + trace + "-" + span + "-01-and a later field"));
  EXPECT_FALSE(trace_context_in("cc-" + trace + "-" + span + "-01.and a later field"));
}

TEST(TraceContext, invalid_parent_is_refused) {
  const std::string zeros(32, '0');
  const std::string upper = "4BF92F3577B34DA6A3CE929D0E0E4736";
  for (const std::string& text :
       {std::string(), "00-" + trace + "-" + span, "00-" + trace + "-" + span + "-0",
        "00-" + trace + "-" + span + "-01-", "00-" + trace + "-" + span + "-011",
        "ff-" + trace + "-" + span + "-01", "00-" + zeros + "-" + span + "-01",
        "00-" + trace + "-" + zeros.substr(16) + "-01", "00-" + upper + "-" + span + "-01",
        "0g-" + trace + "-" + span + "-01", "00-" + trace + "_" + span + "-01",
        "00-" + trace.substr(1) + "--" + span + "-01", "00-" + trace + "-" + span + "-0x"}) {
    EXPECT_FALSE(trace_context_in(text)) << text;
  }
}

TEST(TraceContext, state_is_passed_on_if_it_is_short_and_printable) {
  EXPECT_TRUE(is_passed_on("rojo=00f067aa0ba902b7, congo=t61rcWkgMzE"));
  EXPECT_TRUE(is_passed_on(std::string(512, 'a')));
  EXPECT_FALSE(is_passed_on(std::string(513, 'a')));
  EXPECT_FALSE(is_passed_on("a=1\tb=2"));
  EXPECT_FALSE(is_passed_on("a=\xC3\xA4"));
}

}  // namespace
}  // namespace tradepost::tracing
