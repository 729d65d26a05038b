#include "conventions/monitoring.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace tradepost::conventions {
namespace {

constexpr std::string_view good_alert =
    "- name: a\n  rules:\n"
    "  - alert: DiskFull  # a comment\n    labels:\n      severity: critical\n    annotations:\n"
    "      summary: The disk is full.\n      description: Send less.\n      runbook: The disk is "
    "full\n";

std::string alert_faults(std::string_view alerts) {
  return text_of(faults_of_alerts(file_of("alerts.yml", alerts),
                                  file_of("tests.yml", "{alertname=\"DiskFull\"}\n"),
                                  file_of("runbook.md", "# Runbook\n## The disk is full\n")));
}

TEST(Alerts, with_annotations_an_entry_and_a_test_are_fine) {
  EXPECT_EQ(alert_faults(good_alert), "");
}

TEST(Alerts, without_annotations_an_entry_or_a_test_are_faults) {
  EXPECT_EQ(alert_faults("- alert: DiskFull\n  labels:\n  annotations:\n    summary: Full.\n"
                         "    runbook: The disk\n"
                         "- alert: DiskGone\n  severity: a\n  summary: b\n  description: c\n"
                         "  runbook: The disk is full\n"),
            "alerts.yml:1: DiskFull names `The disk`, which runbook.md does not have as a heading\n"
            "alerts.yml:1: DiskFull has no severity\n"
            "alerts.yml:1: DiskFull has no description\n"
            "alerts.yml:6: DiskGone has no test in tests.yml\n");
}

TEST(MetricsUsed, that_are_not_on_the_page_are_faults) {
  const File page = file_of("metrics.md", "| `tradepost_a_seconds` | `process_open_fds` |\n");
  const auto faults = [&](std::string_view text) {
    return text_of(faults_of_metrics_used(file_of("a.json", text), page));
  };
  EXPECT_EQ(faults("rate(tradepost_a_seconds_bucket{x=\"tradepost\"}[5m])\nprocess_open_fds\n"),
            "");
  EXPECT_EQ(
      faults("\ntradepost_b > 1\nprocess_c\n"),
      "a.json:2: tradepost_b is not on metrics.md\na.json:3: process_c is not on metrics.md\n");
}

TEST(Runbook, without_a_warning_is_a_fault) {
  const LogEvents rows =
      log_events_on(file_of("events.md",
                            "| event | level | fields | meaning |\n|---|---|---|---|\n"
                            "| `ended` | warning | | x |\n| `began` | info | | x |\n"
                            "| `failed` | error | | x |\n"));
  EXPECT_EQ(text_of(faults_of_runbook(rows, file_of("runbook.md", "`failed` means\n"))),
            "events.md:3: runbook.md does not name ended\n");
}

TEST(Project, alerts_have_entries_in_the_runbook_and_tests) {
  const auto findings =
      faults_of_alerts(file_at("monitoring/alerts.yml"), file_at("monitoring/alerts_test.yml"),
                       file_at("docs/operate/runbook.md"));
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, monitoring_uses_metrics_of_the_page) {
  for (const auto* path : {"monitoring/alerts.yml", "monitoring/alerts_test.yml",
                           "monitoring/dashboard.json", "docs/operate/runbook.md"}) {
    const auto findings =
        faults_of_metrics_used(file_at(path), file_at("docs/reference/metrics.md"));
    EXPECT_TRUE(findings.empty()) << text_of(findings);
  }
}

TEST(Project, runbook_names_every_warning_and_error) {
  const LogEvents rows = log_events_on(file_at("docs/reference/log-events.md"));
  EXPECT_GT(rows.size(), 30u);
  const auto findings = faults_of_runbook(rows, file_at("docs/operate/runbook.md"));
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
