#include "strangers/description.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cctype>

namespace tradepost::strangers_tests {
namespace {

using simdjson::dom::element;

std::string in_capitals(std::string_view method) {
  std::string text(method);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

// Notes the cursor of an operation, and a parameter that it requires.
void note_parameters(const element& operation, Way& way) {
  simdjson::dom::array parameters;
  if (operation["parameters"].get(parameters) != simdjson::SUCCESS) return;
  for (const element parameter : parameters) {
    std::string_view name;
    if (parameter["name"].get(name) != simdjson::SUCCESS) continue;
    if (name == "cursor") way.has_cursor = true;
    bool is_required = false;
    std::string_view word;
    const bool is_choice = parameter["required"].get(is_required) == simdjson::SUCCESS &&
                           is_required &&
                           parameter.at_pointer("/schema/enum/0").get(word) == simdjson::SUCCESS;
    if (is_choice) way.query = '?' + std::string(name) + '=' + std::string(word);
  }
}

Way way_of(std::string_view method, std::string_view path, const element& operation) {
  Way way{.method = in_capitals(method), .path = std::string(path), .body = {}};
  note_parameters(operation, way);
  element example;
  const auto found = operation.at_pointer("/requestBody/content/application~1json/example");
  if (found.get(example) == simdjson::SUCCESS) way.body = simdjson::minify(example);
  return way;
}

constexpr std::size_t uuid_length = 36;

bool is_uuid(std::string_view text) {
  for (std::size_t i = 0; i < uuid_length; ++i) {
    const bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_hyphen ? text[i] != '-' : std::isxdigit(static_cast<unsigned char>(text[i])) == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Way> ways_in(const std::string& openapi) {
  simdjson::dom::parser parser;
  element document;
  simdjson::dom::object paths;
  EXPECT_EQ(parser.parse(openapi).get(document), simdjson::SUCCESS);
  EXPECT_EQ(document["paths"].get(paths), simdjson::SUCCESS);
  std::vector<Way> ways;
  for (const auto [path, operations] : paths) {
    for (const auto [method, operation] : simdjson::dom::object(operations)) {
      ways.push_back(way_of(method, path, operation));
    }
  }
  return ways;
}

std::vector<std::string> ids_in(const std::string& text) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i + uuid_length <= text.size(); ++i) {
    const std::string_view part = std::string_view(text).substr(i, uuid_length);
    if (!is_uuid(part)) continue;
    ids.emplace_back(part);
    i += uuid_length - 1;
  }
  return ids;
}

}  // namespace tradepost::strangers_tests
