#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Sentences with parameters: "has {length} characters."
namespace tradepost::api::german {

struct Placeholder {
  std::string_view name;
  std::string_view kind;  // after a colon; empty without one
};

struct Value {
  std::string_view name;
  std::string_view text;
};
using Values = std::vector<Value>;

// The values with which `sentence` was made from the template; nullopt: another one made it. They
// refer to both texts.
std::optional<Values> values_in(std::string_view made_from, std::string_view sentence);
// Empty where there is none of this name.
std::string_view value_of(std::span<const Value> values, std::string_view name);

std::string fill(std::string_view made_from,
                 const std::function<std::string(const Placeholder&)>& value);

// The template up to its first parameter.
std::string_view text_before_parameter(std::string_view made_from);

}  // namespace tradepost::api::german
