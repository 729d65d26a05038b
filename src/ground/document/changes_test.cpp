#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "document/changes_test_table.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::document {
namespace {

struct Span {
  std::size_t begin;
  std::size_t end;
};

// Finds values in a text that is valid JSON without white space between its tokens.
class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::size_t end_of_value(std::size_t at) const {
    if (text_[at] == '"') return end_of_text(at);
    std::size_t open = 0;
    while (at < text_.size()) {
      const char c = text_[at];
      if (c == '"') {
        at = end_of_text(at);
        continue;
      }
      if (c == '{' || c == '[') ++open;
      if (open == 0 && (c == ',' || c == '}' || c == ']')) return at;
      ++at;
      if ((c == '}' || c == ']') && --open == 0) return at;
    }
    return at;
  }

  // Returns the member with its name, or the element, of the object or list at `container`.
  std::optional<Span> entry(std::size_t container, std::string_view step) const {
    const bool is_object = text_[container] == '{';
    CHECK(is_object || text_[container] == '[');
    std::size_t index = 0;
    for (auto at = container + 1; text_[at] != '}' && text_[at] != ']'; ++index) {
      const auto value = is_object ? end_of_text(at) + 1 : at;
      const auto end = end_of_value(value);
      const auto name =
          is_object ? std::string(text_.substr(at + 1, value - at - 3)) : std::to_string(index);
      if (name == step) return Span{at, end};
      at = text_[end] == ',' ? end + 1 : end;
    }
    return std::nullopt;
  }

  std::size_t value_of(const Span& entry, std::size_t container) const {
    return text_[container] == '{' ? end_of_text(entry.begin) + 1 : entry.begin;
  }

 private:
  std::size_t end_of_text(std::size_t at) const {
    for (++at; text_[at] != '"'; ++at) {
      if (text_[at] == '\\') ++at;
    }
    return at + 1;
  }

  std::string_view text_;
};

std::vector<std::string_view> steps_of(std::string_view path) {
  std::vector<std::string_view> steps;
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find('.', begin), path.size());
    steps.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return steps;
}

bool is_index(std::string_view step) {
  return base::is_ascii_digit(step.front());
}

// Returns a value with the objects (for names) and lists (for numbers) around it that the steps
// need.
std::string below(std::span<const std::string_view> steps, const std::string& json) {
  if (steps.empty()) return json;
  const auto inner = below(steps.subspan(1), json);
  return is_index(steps.front()) ? fmt::format("[{}]", inner)
                                 : fmt::format("{{\"{}\":{}}}", steps.front(), inner);
}

std::string new_entry(std::span<const std::string_view> steps, const std::string& json) {
  const auto value = below(steps.subspan(1), json);
  return is_index(steps.front()) ? value : fmt::format("\"{}\":{}", steps.front(), value);
}

std::string without(std::string text, Span entry) {
  if (text[entry.end] == ',') {
    ++entry.end;
  } else if (text[entry.begin - 1] == ',') {
    --entry.begin;
  }
  return text.erase(entry.begin, entry.end - entry.begin);
}

std::string text_of(const ChangeRow& row) {
  std::string text;
  for (const auto& change : row.changes)
    text += fmt::format("{} = {:.200}\n", change.path,
                        change.json.empty() ? "(taken out)" : change.json);
  return text;
}

std::string lines(const Found& found) {
  return fmt::format("{}", fmt::join(found, "\n"));
}

}  // namespace

std::string example(Kind kind, std::string_view name) {
  static std::map<std::string, std::string> cache;
  const auto path = fmt::format("{}/examples/{}/{}.json", source_dir(), row_of(kind).word, name);
  auto& text = cache[path];
  if (text.empty()) {
    std::ifstream file(path, std::ios::binary);
    const std::string body(std::istreambuf_iterator<char>(file), {});
    const auto reading = Reader().read(body);
    CHECK(reading.has_value());
    text = fmt::format("{{\"type\":\"{}\",\"content\":{}}}", row_of(kind).name,
                       reading->document.content);
  }
  return text;
}

std::string good_with_item(Kind kind) {
  if (kind != Kind::order_response) return good(kind);
  return changed(good(kind), std::array{Change{"content.header.type", "\"ACCEPT\""},
                                        Change{"content.items.0", "{}"}});
}

std::string changed(std::string_view document, const Change& change) {
  std::string text(document);
  const Finder finder(document);
  const auto steps = steps_of(change.path);
  std::size_t container = 0;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const auto entry = finder.entry(container, steps[step]);
    if (!entry) {
      if (change.json.empty()) return text;
      const auto end = finder.end_of_value(container) - 1;
      const auto added = new_entry(std::span(steps).subspan(step), change.json);
      return text.insert(end, end == container + 1 ? added : "," + added);
    }
    const bool is_last = step + 1 == steps.size();
    if (is_last && change.json.empty()) return without(std::move(text), *entry);
    container = finder.value_of(*entry, container);
    if (is_last) return text.replace(container, entry->end - container, change.json);
  }
  return text;
}

std::string changed(std::string document, std::span<const Change> changes) {
  for (const auto& change : changes) document = changed(document, change);
  return document;
}

Found text_of(const Findings& findings) {
  Found found;
  for (const auto& finding : findings.named())
    found.push_back(fmt::format("{} at {}", finding.code, finding.path));
  return found;
}

Found faults_of(std::string_view document) {
  const auto reading = Reader().read(document);
  return reading ? text_of(reading->faults) : Found{"unreadable: " + unreadable_word(document)};
}

Found warnings_of(std::string_view document) {
  const auto reading = Reader().read(document);
  return reading ? text_of(reading->warnings) : Found{"unreadable: " + unreadable_word(document)};
}

std::string unreadable_word(std::string_view body) {
  const auto reading = Reader().read(body);
  return reading ? std::string() : std::string(row_of(reading.error().reason).word);
}

void expect_findings(std::string_view document, std::span<const ChangeRow> rows,
                     std::source_location where) {
  ASSERT_EQ(lines(faults_of(document)), "");
  for (const auto& row : rows) {
    const testing::ScopedTrace trace(where.file_name(), static_cast<int>(where.line()),
                                     text_of(row));
    const auto body = changed(std::string(document), row.changes);
    EXPECT_EQ(lines(faults_of(body)), lines(row.faults));
    EXPECT_EQ(lines(warnings_of(body)), lines(row.warnings));
  }
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t time = 0; time < times; ++time) all += text;
  return all;
}

std::string in_quotes(std::string_view raw) {
  return fmt::format("\"{}\"", raw);
}

const ItemPlace& item_place(Kind kind) {
  static const auto places = [] {
    std::vector<ItemPlace> all;
    for (const auto& row : kinds()) {
      const auto& lines = types()[row.type].fields[row.lines];
      ItemPlace place{.path = fmt::format("content.{}.0", lines.name),
                      .code = fmt::format("{}.{}", row.word, singular(lines.name))};
      if (type_of(lines).find("items") != no_slot) {
        place.path += ".items.0";
        place.code += ".item";
      }
      all.push_back(std::move(place));
    }
    return all;
  }();
  return places[static_cast<std::size_t>(kind)];
}

namespace {

// The tables depend on the correctness of their changes.
TEST(Change, sets_adds_and_takes_out) {
  struct Row {
    Change change;
    std::string_view text;
  };
  const std::string text = R"({"a":{"b":[1,{"c":"x,}\"]"}]},"d":null})";
  const std::array rows = {
      Row{{"a.b.0", "2"}, R"({"a":{"b":[2,{"c":"x,}\"]"}]},"d":null})"},
      Row{{"a.b.1.c", "[]"}, R"({"a":{"b":[1,{"c":[]}]},"d":null})"},
      Row{{"a.b.2", "3"}, R"({"a":{"b":[1,{"c":"x,}\"]"},3]},"d":null})"},
      Row{{"a.e.0.f", "1"}, R"({"a":{"b":[1,{"c":"x,}\"]"}],"e":[{"f":1}]},"d":null})"},
      Row{{"a.b.1.c", ""}, R"({"a":{"b":[1,{}]},"d":null})"},
      Row{{"a.b.0", ""}, R"({"a":{"b":[{"c":"x,}\"]"}]},"d":null})"},
      Row{{"d", ""}, R"({"a":{"b":[1,{"c":"x,}\"]"}]}})"},
      Row{{"a", ""}, R"({"d":null})"},
  };
  for (const auto& row : rows) EXPECT_EQ(changed(text, row.change), row.text) << row.change.path;
}

TEST(Change, first_item_of_every_kind_is_where_it_is_said_to_be) {
  for (const auto& kind : kinds()) {
    const auto& place = item_place(kind.kind);
    const auto broken = changed(good_with_item(kind.kind), {place.path, "1"});
    EXPECT_EQ(lines(faults_of(broken)), fmt::format("{}.wrong_type at {}", place.code, place.path));
  }
}

}  // namespace
}  // namespace tradepost::document
