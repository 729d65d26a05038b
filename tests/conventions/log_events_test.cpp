#include "conventions/log_events.hpp"

#include <gtest/gtest.h>

namespace tradepost::conventions {
namespace {

std::string event_faults(std::string_view code, std::string_view rows) {
  const File page = file_of("page.md",
                            "| field | is |\n|---|---|\n| `level` | a word |\n\n"
                            "| event | level | fields | meaning |\n|---|---|---|---|\n" +
                                std::string(rows));
  return text_of(faults_of_log_events(log_events_in({file_of("src/a.cpp", code)}), page));
}

constexpr std::string_view expired = "  log.warning(\"expired\", {{\"by_seconds\", by}});\n";

TEST(LogEvents, with_their_row_are_fine) {
  EXPECT_EQ(event_faults(expired, "| `expired` | warning | `by_seconds` | It ended. |\n"), "");
}

TEST(LogEvents, of_every_kind_of_call_are_read) {
  const auto events = log_events_in(
      {file_of("src/a.cpp",
               "log_->error(\"failed\",\n  {{\"reason\", text}});\n"
               "log().write(is_sent ? base::LogLevel::info : base::LogLevel::warning,\n"
               "  is_sent ? \"sent\" : \"refused\", {{is_one ? \"one\" : \"other\", id}});\n"
               "if (!due) warn(\"not_read\", due.error());\n"
               "output.write(\"a text\");\n"
               "refuse(answer.error().text(), \"url\");\n"
               "report_.warn(Rule::odd, FieldPath(\"amount\"));\n"),
       file_of("src/a_test.cpp", "log.info(\"of_a_test\");\n")});
  std::set<std::string> names;
  for (const auto& [name, event] : events) names.insert(name);
  EXPECT_EQ(names, (std::set<std::string>{"failed", "not_read", "refused", "sent"}));
  EXPECT_EQ(events.at("failed").levels, (std::set<std::string>{"error"}));
  EXPECT_EQ(events.at("failed").fields, (std::set<std::string>{"reason"}));
  EXPECT_EQ(events.at("sent").fields, (std::set<std::string>{"one", "other"}));
}

TEST(LogEvents, without_a_row_are_faults) {
  EXPECT_EQ(event_faults(expired, ""), "src/a.cpp:1: the event expired has no row on page.md\n");
}

TEST(LogEvents, that_no_code_writes_are_faults) {
  EXPECT_EQ(event_faults("", "| `expired` | warning | `by_seconds` | It ended. |\n"),
            "page.md:7: no code writes the event expired\n");
}

TEST(LogEvents, with_another_level_or_field_are_faults) {
  EXPECT_EQ(event_faults(expired, "| `expired` | error | `by` | It ended. |\n"),
            "page.md:7: expired has another level\n"
            "page.md:7: expired lacks the field by_seconds\n"
            "page.md:7: expired has no field by\n");
}

TEST(LogEvents, of_the_code_are_those_on_the_page) {
  const LogEvents events = log_events_in(tree());
  EXPECT_GT(events.size(), 30u);
  const auto findings = faults_of_log_events(events, file_at("docs/reference/log-events.md"));
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
