#include "conventions/log_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tradepost::conventions {
namespace {

struct Call {
  std::string_view text;
  std::string_view level;  // empty if an argument has the level
};

constexpr std::array<Call, 6> calls = {{{"debug(", "debug"},
                                        {"info(", "info"},
                                        {"warning(", "warning"},
                                        {"error(", "error"},
                                        {"warn(", "warning"},
                                        {"write(", ""}}};

bool is_name(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
  return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
}

// Returns the texts in quotes that are names.
std::set<std::string> names_in(std::string_view code) {
  std::set<std::string> names;
  const auto quoted = parted(code, '"');
  for (std::size_t i = 1; i < quoted.size(); i += 2) {
    if (is_name(quoted[i])) names.insert(quoted[i]);
  }
  return names;
}

// Returns the keys of {{"reason", text}, {is_operator ? "operator" : "participant", id}}: the names
// between a brace and its first comma.
std::set<std::string> fields_in(std::string_view code) {
  std::set<std::string> fields;
  for (auto brace = code.find('{'); brace != std::string_view::npos;
       brace = code.find('{', brace + 1)) {
    const std::string_view rest = code.substr(brace + 1);
    fields.merge(names_in(rest.substr(0, rest.find_first_of(",{"))));
  }
  return fields;
}

void read_call(const File& file, std::size_t line, const Call& call, std::string_view code,
               LogEvents& events) {
  const std::string_view arguments = code.substr(0, code.find_first_of("{;)"));
  if (call.level.empty() && !arguments.contains("LogLevel")) return;
  for (const std::string& name : names_in(arguments)) {
    LogEvent& event = events[name];
    if (event.path.empty()) event = {.line = line, .path = file.path, .levels = {}, .fields = {}};
    if (!call.level.empty()) event.levels.insert(std::string(call.level));
    event.fields.merge(fields_in(code.substr(arguments.size(), code.find(';') - arguments.size())));
  }
}

bool is_called(std::string_view line, std::size_t at, const Call& call) {
  const std::string_view before = line.substr(0, at);
  const std::string_view after = line.substr(at + call.text.size());
  if (call.text == "warn(")
    return after.starts_with('"') && (before.empty() || !is_part_of_word(before.back()));
  return before.ends_with('.') || before.ends_with("->");
}

}  // namespace

LogEvents log_events_in(const std::vector<File>& files) {
  LogEvents events;
  for (const File& file : files) {
    if (!is_cpp(file) || !file.path.starts_with("src/") || file.path.contains("_test")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string& line = file.lines[i];
      for (const Call& call : calls) {
        const auto at = line.find(call.text);
        if (at == std::string::npos || !is_called(line, at, call)) continue;
        constexpr std::size_t lines_max = 12;  // of one call
        std::string code = line.substr(at);
        for (std::size_t next = i + 1;
             !code.contains(';') && next < std::min(i + lines_max, file.lines.size()); ++next) {
          code += file.lines[next];
        }
        read_call(file, i + 1, call, code, events);
      }
    }
  }
  return events;
}

LogEvents log_events_on(const File& page) {
  LogEvents events;
  bool is_table_of_events = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const auto cells = parted(page.lines[i], '|');
    if (cells.size() < 5) {
      is_table_of_events = false;
    } else if (cells[1] == "event") {
      is_table_of_events = true;
    } else if (is_table_of_events && cells[1].starts_with('`')) {
      LogEvent event{.line = i + 1, .path = page.path, .levels = {}, .fields = {}};
      for (const std::string& level : parted(cells[2], ',')) event.levels.insert(level);
      const auto fields = parted(cells[3], '`');
      for (std::size_t field = 1; field < fields.size(); field += 2)
        event.fields.insert(fields[field]);
      events[trimmed(parted(cells[1], '`')[1])] = std::move(event);
    }
  }
  return events;
}

std::vector<Finding> faults_of_log_events(const LogEvents& in_code, const File& page) {
  const LogEvents rows = log_events_on(page);
  std::vector<Finding> findings;
  for (const auto& [name, event] : in_code) {
    const auto row = rows.find(name);
    if (row == rows.end()) {
      findings.push_back(
          {event.path, event.line, fmt::format("the event {} has no row on {}", name, page.path)});
      continue;
    }
    const std::size_t line = row->second.line;
    if (!event.levels.empty() && event.levels != row->second.levels)
      findings.push_back({page.path, line, fmt::format("{} has another level", name)});
    for (const std::string& field : event.fields) {
      if (!row->second.fields.contains(field))
        findings.push_back({page.path, line, fmt::format("{} lacks the field {}", name, field)});
    }
    for (const std::string& field : row->second.fields) {
      if (!event.fields.empty() && !event.fields.contains(field))
        findings.push_back({page.path, line, fmt::format("{} has no field {}", name, field)});
    }
  }
  for (const auto& [name, row] : rows) {
    if (!in_code.contains(name))
      findings.push_back({page.path, row.line, fmt::format("no code writes the event {}", name)});
  }
  return findings;
}

}  // namespace tradepost::conventions
