#include "app/console/findings_text.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/console/saying.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

using document::Finding;

// Length of the part of a long line that is shown around the position.
constexpr std::size_t shown_before = 50;
constexpr std::size_t shown_after = 40;

struct Line {
  std::size_t begin;
  std::size_t end;
  std::size_t number;
};

Line line_at(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto feed = before.rfind('\n');
  const auto begin = feed == std::string_view::npos ? 0 : feed + 1;
  const auto number = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  return {.begin = begin, .end = std::min(text.find('\n', offset), text.size()), .number = number};
}

bool continues_a_sequence(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::size_t width_of(std::string_view printable_text) {
  return base::code_points(printable_text);
}

// Returns the line with a pointer below it. A long line is reduced to the part at the position.
std::string excerpt(std::string_view text, std::size_t offset) {
  const auto line = line_at(text, offset);
  auto begin = offset - std::min(offset - line.begin, shown_before);
  auto end = offset + std::min(line.end - offset, shown_after);
  while (begin > line.begin && continues_a_sequence(text[begin])) --begin;
  while (end < line.end && continues_a_sequence(text[end])) ++end;
  if (end > begin && text[end - 1] == '\r') --end;
  const auto before =
      (begin > line.begin ? "…" : "") + printable(text.substr(begin, offset - begin));
  const auto behind = (end > offset ? printable(text.substr(offset, end - offset)) : "") +
                      (end < line.end ? "…" : "");
  const auto number = std::to_string(line.number);
  return fmt::format("      {} | {}{}\n      {} | {}^\n", number, before, behind,
                     std::string(number.size(), ' '), std::string(width_of(before), ' '));
}

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string finding_for_people(std::string_view severity, std::string_view body,
                               const Finding& finding) {
  const auto place = line_and_column(body, finding.offset);
  return fmt::format("\n  {}: {}\n    {}, line {}, column {} ({})\n{}", severity,
                     printable(finding.message),
                     finding.path.empty() ? "document" : printable(finding.path), place.line,
                     place.column, printable(finding.code), excerpt(body, finding.offset));
}

}  // namespace

LineAndColumn line_and_column(std::string_view text, std::size_t offset) {
  const auto line = line_at(text, offset);
  const auto before = text.substr(line.begin, offset - line.begin);
  const auto continuing =
      static_cast<std::size_t>(std::ranges::count_if(before, continues_a_sequence));
  return {.line = line.number, .column = before.size() - continuing + 1};
}

std::string name_of(const Origin& origin) {
  const auto input = printable(origin.input);
  return origin.line == 0 ? input : fmt::format("{}:{}", input, origin.line);
}

std::string title_of(const document::Document& document) {
  if (!document.kind) return "document";
  const auto& kind = row_of(*document.kind);
  if (document.head.number.empty()) return std::string(kind.name);
  return fmt::format("{} {}", kind.name, printable(document.head.number));
}

std::string findings_for_people(std::string_view severity, std::string_view body,
                                std::span<const Finding> findings) {
  std::string text;
  for (const auto& finding : findings) text += finding_for_people(severity, body, finding);
  return text;
}

void write_findings(base::JsonWriter& json, std::string_view body,
                    std::span<const Finding> findings) {
  json.begin_array();
  for (const auto& finding : findings) {
    const auto place = line_and_column(body, finding.offset);
    json.begin_object();
    json.key("code")
        .string(finding.code)
        .key("path")
        .string(finding.path)
        .key("message")
        .string(finding.message);
    json.key("line").integer(place.line).key("column").integer(place.column);
    json.end_object();
  }
  json.end_array();
}

std::string for_people(const Origin& origin, std::string_view body, const Outcome& outcome) {
  if (!outcome) {
    const auto place = line_and_column(body, outcome.error().offset);
    return fmt::format("{}: unreadable, line {}, column {}\n\n  error: {}\n{}", name_of(origin),
                       place.line, place.column, row_of(outcome.error().reason).sentence,
                       excerpt(body, outcome.error().offset));
  }
  auto text = fmt::format("{}: {}, ", name_of(origin), title_of(outcome->document));
  text += outcome->valid() ? "good" : counted(outcome->faults.count(), "fault");
  if (!outcome->warnings.empty()) text += ", " + counted(outcome->warnings.count(), "warning");
  text += '\n';
  text += findings_for_people("fault", body, outcome->faults.named());
  text += findings_for_people("warning", body, outcome->warnings.named());
  const auto unnamed = outcome->faults.count() - outcome->faults.named().size();
  if (unnamed > 0) text += fmt::format("\n  and {} more\n", counted(unnamed, "fault"));
  return text;
}

std::string for_programs(const Origin& origin, std::string_view body, const Outcome& outcome) {
  base::JsonWriter json;
  json.begin_object().key("input").string(origin.input);
  if (origin.line != 0) json.key("line").integer(origin.line);
  json.key("readable")
      .boolean(outcome.has_value())
      .key("valid")
      .boolean(outcome && outcome->valid());
  if (!outcome) {
    const auto& row = row_of(outcome.error().reason);
    const auto place = line_and_column(body, outcome.error().offset);
    json.key("unreadable").begin_object();
    json.key("code").string(row.word).key("message").string(row.sentence);
    json.key("line").integer(place.line).key("column").integer(place.column).end_object();
  } else {
    const auto& document = outcome->document;
    if (document.kind) json.key("type").string(row_of(*document.kind).name);
    if (!document.head.number.empty()) json.key("number").string(document.head.number);
    json.key("faultCount").integer(outcome->faults.count());
    json.key("faults");
    write_findings(json, body, outcome->faults.named());
    json.key("warningCount").integer(outcome->warnings.count());
    json.key("warnings");
    write_findings(json, body, outcome->warnings.named());
  }
  return std::move(json.end_object()).finish();
}

}  // namespace tradepost::app
