#include "served/json.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <charconv>

namespace tradepost::served {

std::string at(std::string_view json, std::string_view path) {
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  const auto error = parser.parse(json.data(), json.size()).get(element);
  if (error != simdjson::SUCCESS) {
    ADD_FAILURE() << "no JSON: " << json;
    return "no JSON";
  }
  while (!path.empty()) {
    const auto dot = std::min(path.find('.'), path.size());
    const std::string_view step = path.substr(0, dot);
    path.remove_prefix(std::min(dot + 1, path.size()));
    const auto found =
        element.is_array() ? element.at_pointer("/" + std::string(step)) : element.at_key(step);
    if (found.get(element) != simdjson::SUCCESS) return "absent";
  }
  std::string_view text;
  if (element.get_string().get(text) == simdjson::SUCCESS) return std::string(text);
  return simdjson::minify(element);
}

std::uint64_t number_in(std::string_view digits) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  EXPECT_TRUE(error == std::errc() && end == digits.data() + digits.size())
      << "no number: " << digits;
  return number;
}

std::uint64_t number_at(std::string_view json, std::string_view path) {
  return number_in(at(json, path));
}

std::string without_labels(std::string json) {
  constexpr std::string_view begin = R"("transportLabel":{)";
  for (auto at = json.find(begin); at != std::string::npos; at = json.find(begin, at)) {
    json.erase(at, json.find('}', at) + 1 - at);
    if (json.substr(at, 1) == ",") json.erase(at, 1);
  }
  return json;
}

}  // namespace tradepost::served
