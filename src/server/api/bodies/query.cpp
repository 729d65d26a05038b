#include "api/bodies/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/whole_number.hpp"

namespace tradepost::api {
namespace {

using exchange::Finding;

// Returns the beginning of a client's name for a parameter, short enough for a sentence.
std::string shown(std::string_view name) {
  constexpr std::size_t bytes_max = 100;
  return std::string(name.substr(0, bytes_max));
}

Finding empty_filter(std::string_view name) {
  return {.code = "query.filter.empty",
          .path = shown(name),
          .message = fmt::format("{} is empty. Leave it out if you need no filter.", shown(name))};
}

Finding unknown_filter(std::string_view name) {
  return {.code = "query.filter.unknown",
          .path = shown(name),
          .message = fmt::format("Unknown filter {}.", shown(name))};
}

Finding given_twice(std::string_view name) {
  return {.code = "query.given_twice",
          .path = shown(name),
          .message = fmt::format("{} is given more than once.", shown(name))};
}

}  // namespace

bool is_filter(std::string_view name) {
  return name == "filter" || name.starts_with("filter[");
}

Finding query_fault(std::string_view name, std::string_view rule, std::string message) {
  Finding fault{.code = fmt::format("query.{}", name),
                .path = std::string(name),
                .message = std::move(message)};
  std::ranges::replace(fault.code, '[', '.');
  if (fault.code.ends_with(']')) fault.code.pop_back();
  fault.code += fmt::format(".{}", rule);
  return fault;
}

std::optional<std::string_view> Query::text(std::string_view name) {
  return value(name, [](std::string_view text) { return std::optional(text); });
}

std::optional<std::uint64_t> Query::whole_number(std::string_view name) {
  const auto read = [&](std::string_view text) -> std::optional<std::uint64_t> {
    const FieldShape& field = shape(name);
    const auto number = base::whole_number<std::uint64_t>(text);
    const bool fits = number && *number >= field.number_min && *number <= field.number_max;
    return fits ? number : std::nullopt;
  };
  return value(name, read, {.rule = "out_of_range"});
}

void Query::refuse_unknown_filters() {
  const auto parameters = target_.parameters();
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    const auto& [name, value] = parameters[at];
    if (!is_filter(name) || find_field(shape_, name) != nullptr || place_of(name) != at) continue;
    forbid(name, value.empty() ? empty_filter(name) : unknown_filter(name));
  }
}

void Query::forbid(std::string_view name, Finding fault) {
  if (!target_.parameter(name)) return;
  add(name, std::move(fault));
  refuse_repeats(name);
}

void Query::add(std::string_view name, Finding fault) {
  faults_.push_back({.at = place_of(name), .finding = std::move(fault)});
}

std::vector<Finding> Query::faults() const {
  std::vector<Finding> found;
  for (const Fault& fault : faults_) found.push_back(fault.finding);
  return found;
}

std::vector<Finding> Query::faults_as_given() {
  std::ranges::stable_sort(faults_, {}, &Fault::at);
  return faults();
}

const FieldShape& Query::shape(std::string_view name) const {
  const FieldShape* const found = find_field(shape_, name);
  CHECK(found != nullptr);
  return *found;
}

std::optional<std::string_view> Query::given(const FieldShape& field) {
  const auto text = target_.parameter(field.name);
  if (text && text->empty() && is_filter(field.name)) {
    add(field.name, empty_filter(field.name));
    return std::nullopt;
  }
  if (text) return text;
  if (field.is_required) {
    add(field.name, query_fault(field.name, "missing", fmt::format("{} is missing.", field.name)));
  }
  return field.by_default.empty() ? std::nullopt : std::optional(field.by_default);
}

bool Query::is_allowed(const FieldShape& field, std::string_view text) {
  return field.words.empty() || std::ranges::find(field.words, text) != field.words.end();
}

void Query::refuse(const FieldShape& field, Otherwise otherwise) {
  std::string must_be(otherwise.must_be);
  if (must_be.empty() && !field.words.empty()) must_be = one_of(field.words);
  if (must_be.empty()) {
    must_be = fmt::format("a whole number from {} to {}", field.number_min, field.number_max);
  }
  add(field.name,
      query_fault(field.name, otherwise.rule, fmt::format("{} must be {}.", field.name, must_be)));
}

void Query::refuse_repeats(std::string_view name) {
  const auto parameters = target_.parameters();
  for (std::size_t at = place_of(name) + 1; at < parameters.size(); ++at) {
    if (parameters[at].name == name) faults_.push_back({.at = at, .finding = given_twice(name)});
  }
}

std::size_t Query::place_of(std::string_view name) const {
  const auto parameters = target_.parameters();
  const auto found = std::ranges::find(parameters, name, &http::Parameter::name);
  return static_cast<std::size_t>(found - parameters.begin());
}

}  // namespace tradepost::api
