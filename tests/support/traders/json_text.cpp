#include "traders/json_text.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

namespace tradepost::traders {
namespace {

namespace ondemand = simdjson::ondemand;

std::string trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return std::string(text);
}

std::string raw(ondemand::value value) {
  switch (value.type()) {
    case ondemand::json_type::object:
      return std::string(value.get_object().value().raw_json().value());
    case ondemand::json_type::array:
      return std::string(value.get_array().value().raw_json().value());
    default:
      return trimmed(value.raw_json_token());
  }
}

}  // namespace

Members members_of(std::string_view object) {
  Members members;
  try {
    ondemand::parser parser;
    const simdjson::padded_string padded(object);
    auto document = parser.iterate(padded);
    for (auto field : document.get_object()) {
      std::string name(field.unescaped_key().value());
      members.emplace(std::move(name), raw(field.value()));
    }
  } catch (const simdjson::simdjson_error& error) {
    ADD_FAILURE() << error.what() << ": " << object;
  }
  return members;
}

std::vector<std::string> elements_of(std::string_view list) {
  std::vector<std::string> elements;
  try {
    ondemand::parser parser;
    const simdjson::padded_string padded(list);
    auto document = parser.iterate(padded);
    for (auto element : document.get_array()) elements.push_back(raw(element.value()));
  } catch (const simdjson::simdjson_error& error) {
    ADD_FAILURE() << error.what() << ": " << list;
  }
  return elements;
}

std::string text_of(std::string_view value) {
  if (value == "null") return "";
  const bool is_text = value.size() >= 2 && value.starts_with('"') && value.ends_with('"');
  EXPECT_TRUE(is_text) << value;
  if (!is_text) return "";
  EXPECT_EQ(value.find('\\'), std::string_view::npos) << value;
  return std::string(value.substr(1, value.size() - 2));
}

const std::string& member(const Members& members, std::string_view name) {
  static const std::string null = "null";
  const auto found = members.find(name);
  if (found != members.end()) return found->second;
  ADD_FAILURE() << "there is no " << name;
  return null;
}

}  // namespace tradepost::traders
