#include "conventions/monitoring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace tradepost::conventions {
namespace {

constexpr std::string_view alert_key = "- alert:";
constexpr std::array<std::string_view, 4> required_keys = {
    "severity:", "summary:", "description:", "runbook:"};

bool contains(const File& file, std::string_view text) {
  return std::ranges::any_of(file.lines, [&](const auto& line) { return line.contains(text); });
}

// Returns the value of a line `key: value # comment`.
std::string value_of(std::string_view line) {
  const auto colon = line.find(':');
  return colon == std::string_view::npos
             ? ""
             : trimmed(line.substr(0, line.find('#')).substr(colon + 1));
}

std::set<std::string> headings_of(const File& page) {
  std::set<std::string> headings;
  for (const std::string& line : page.lines) {
    if (line.starts_with("## ")) headings.insert(line.substr(3));
  }
  return headings;
}

// Returns the position after the lines of the alert that begins at `begin`.
std::size_t end_of_alert(const File& alerts, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < alerts.lines.size() && !trimmed(alerts.lines[end]).starts_with("- ")) ++end;
  return end;
}

bool is_of_metric(char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}

// Returns the name of the family: a histogram has three series for each name.
std::string family_of(std::string name) {
  for (const std::string_view ending : {"_bucket", "_sum", "_count"}) {
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  }
  return name;
}

std::set<std::string> families_in(std::string_view line) {
  std::set<std::string> families;
  for (const std::string_view prefix : {"tradepost_", "process_"}) {
    for (auto at = line.find(prefix); at != std::string_view::npos;
         at = line.find(prefix, at + 1)) {
      if (at > 0 && is_part_of_word(line[at - 1])) continue;
      const std::string_view rest = line.substr(at);
      const auto end = std::ranges::find_if_not(rest, is_of_metric);
      families.insert(family_of({rest.begin(), end}));
    }
  }
  return families;
}

}  // namespace

std::vector<Finding> faults_of_alerts(const File& alerts, const File& tests, const File& runbook) {
  const std::set<std::string> headings = headings_of(runbook);
  std::vector<Finding> findings;
  for (std::size_t begin = 0; begin < alerts.lines.size(); ++begin) {
    if (!trimmed(alerts.lines[begin]).starts_with(alert_key)) continue;
    const std::string name = value_of(alerts.lines[begin]);
    const auto add = [&](const std::string& text) {
      findings.push_back({alerts.path, begin + 1, fmt::format("{} {}", name, text)});
    };
    std::set<std::string_view> found;
    for (std::size_t i = begin; i < end_of_alert(alerts, begin); ++i) {
      const std::string line = trimmed(alerts.lines[i]);
      for (const std::string_view key : required_keys) {
        if (line.starts_with(key)) found.insert(key);
      }
      if (line.starts_with("runbook:") && !headings.contains(value_of(line)))
        add(fmt::format("names `{}`, which {} does not have as a heading", value_of(line),
                        runbook.path));
    }
    for (const std::string_view key : required_keys) {
      if (!found.contains(key)) add(fmt::format("has no {}", key.substr(0, key.size() - 1)));
    }
    if (!contains(tests, fmt::format("alertname=\"{}\"", name)))
      add(fmt::format("has no test in {}", tests.path));
  }
  return findings;
}

std::vector<Finding> faults_of_metrics_used(const File& file, const File& page) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    for (const std::string& family : families_in(file.lines[i])) {
      if (!contains(page, fmt::format("`{}`", family)))
        findings.push_back({file.path, i + 1, fmt::format("{} is not on {}", family, page.path)});
    }
  }
  return findings;
}

std::vector<Finding> faults_of_runbook(const LogEvents& rows, const File& runbook) {
  std::vector<Finding> findings;
  for (const auto& [name, row] : rows) {
    const bool needs_action = row.levels.contains("warning") || row.levels.contains("error");
    if (needs_action && !contains(runbook, fmt::format("`{}`", name)))
      findings.push_back(
          {row.path, row.line, fmt::format("{} does not name {}", runbook.path, name)});
  }
  return findings;
}

}  // namespace tradepost::conventions
