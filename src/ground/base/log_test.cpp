#include "base/log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

class KeptLines final : public LogSink {
 public:
  void write(LogLevel /*level*/, std::string_view line) override { lines.emplace_back(line); }
  std::vector<std::string> lines;
};

class LogTest : public ::testing::Test {
 protected:
  std::string shown(std::string_view value) {
    log_.info("e", {{"v", value}});
    const std::string& line = sink_.lines.back();
    const std::size_t at = line.find(" v=") + 3;
    return line.substr(at, line.size() - 1 - at);
  }

  ManualClock clock_{instant_of(1'709'195'415'123)};
  KeptLines sink_;
  Log log_{clock_, sink_};
};

TEST_F(LogTest, an_event_is_one_line_with_its_fields_in_order) {
  log_.warning("request_answered", {{"method", "GET"},
                                    {"path", std::string("/v2/ping")},
                                    {"status", 204},
                                    {"took_us", std::uint64_t{18'446'744'073'709'551'615u}},
                                    {"least", std::numeric_limits<std::int64_t>::min()},
                                    {"kept", true}});
  ASSERT_EQ(sink_.lines.size(), 1u);
  EXPECT_EQ(sink_.lines[0],
            "time=2024-02-29T08:30:15.123Z level=warning event=request_answered method=GET "
            "path=/v2/ping status=204 "
            "took_us=18446744073709551615 least=-9223372036854775808 kept=true\n");
}

TEST_F(LogTest, event_as_json_is_one_object_with_its_fields_in_order) {
  const Log json(clock_, sink_, {.form = LogForm::json});
  json.info("request_answered", {{"path", "/v2/\"a\"\n\u202e"},
                                 {"none", ""},
                                 {"status", 204},
                                 {"took_us", std::uint64_t{18'446'744'073'709'551'615u}},
                                 {"kept", true},
                                 {"long", std::string(limits::log_value_bytes_max + 1, 'x')}});
  EXPECT_EQ(sink_.lines.back(),
            R"({"time":"2024-02-29T08:30:15.123Z","level":"info","event":"request_answered",)"
            R"("path":"/v2/\"a\"\u000a\u202e","none":"","status":204,)"
            R"("took_us":18446744073709551615,"kept":true,"long":")" +
                std::string(limits::log_value_bytes_max, 'x') + "...\"}\n");
}

TEST_F(LogTest, levels_below_the_lowest_are_not_written) {
  const Log quiet(clock_, sink_, {.lowest = LogLevel::error});
  quiet.debug("a");
  quiet.info("b");
  quiet.warning("c");
  EXPECT_TRUE(sink_.lines.empty());
  EXPECT_FALSE(quiet.writes(LogLevel::warning));
  quiet.error("d");
  EXPECT_EQ(sink_.lines.size(), 1u);
}

TEST_F(LogTest, plain_values_stand_alone_and_others_are_quoted) {
  EXPECT_EQ(shown("4006381333931"), "4006381333931");
  EXPECT_EQ(shown("a-b_c.d/e?f&g%20:h"), "a-b_c.d/e?f&g%20:h");
  EXPECT_EQ(shown(""), "\"\"");
  EXPECT_EQ(shown("a b"), "\"a b\"");
  EXPECT_EQ(shown("a=b"), "\"a=b\"");
  EXPECT_EQ(shown("Müller"), "\"Müller\"");
  EXPECT_EQ(shown("say \"x\\y\""), R"("say \"x\\y\"")");
}

// Covers contract 8.7.
TEST_F(LogTest, foreign_text_can_forge_neither_a_line_nor_a_field) {
  EXPECT_EQ(shown("x\ntime=2024 level=info event=paid"),
            R"("x\u000atime=2024 level=info event=paid")");
  EXPECT_EQ(shown("x\ry"), R"("x\u000dy")");
  EXPECT_EQ(shown(std::string_view("x\0y\x1B[2J\x7F", 8)), R"("x\u0000y\u001b[2J\u007f")");
  EXPECT_EQ(shown("x\" level=error \""), R"("x\" level=error \"")");
  EXPECT_EQ(shown("\u009B31m"), R"("\u009b31m")");
  EXPECT_EQ(shown("a\u2028b\u2029c"), R"("a\u2028b\u2029c")");
  EXPECT_EQ(shown("abc\u202Edef\u2066\uFEFF\u200B"), R"("abc\u202edef\u2066\ufeff\u200b")");
  EXPECT_EQ(shown("\xFF\xC3 ok"), "\"\uFFFD\uFFFD ok\"");
}

TEST_F(LogTest, long_values_are_cut_between_characters) {
  EXPECT_EQ(shown(std::string(limits::log_value_bytes_max, 'x')),
            std::string(limits::log_value_bytes_max, 'x'));
  EXPECT_EQ(shown(std::string(limits::log_value_bytes_max + 1, 'x')),
            std::string(limits::log_value_bytes_max, 'x') + "...");
  std::string text = "x";
  while (text.size() <= limits::log_value_bytes_max) text += "ä";
  const std::string cut = shown(text);
  EXPECT_TRUE(is_utf8(cut));
  EXPECT_TRUE(cut.ends_with("ä\"...")) << cut.substr(cut.size() - 10);
}

using LogDeathTest = LogTest;

TEST_F(LogDeathTest, events_and_keys_are_our_own_words) {
  EXPECT_DEATH(log_.info("two words"), "check failed");
  EXPECT_DEATH(log_.info("e", {{"a key", 1}}), "check failed");
  EXPECT_DEATH(log_.info(""), "check failed");
}

TEST_F(LogTest, lines_of_several_threads_come_whole_to_standard_error) {
  StandardErrorSink standard_error;
  const Log log(clock_, standard_error);
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&log, thread] {
      for (int i = 0; i < 50; ++i) log.info("tick", {{"thread", thread}, {"text", "a b"}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(written, '\n'), 200);
  std::size_t whole = 0;
  const std::string line =
      "time=2024-02-29T08:30:15.123Z level=info event=tick thread=3 text=\"a b\"\n";
  for (std::size_t at = written.find(line); at != std::string::npos;
       at = written.find(line, at + 1))
    ++whole;
  EXPECT_EQ(whole, 50u);
}

}  // namespace
}  // namespace tradepost::base
