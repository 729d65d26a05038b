#include "api/bodies/admin_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "api/wire/answer.hpp"
#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/date.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"

namespace tradepost::api {
namespace {

using document::View;
using exchange::Finding;

// Returns the beginning of a client's name for a field, short enough for a sentence.
std::string shown(std::string_view name) {
  constexpr std::size_t bytes_max = 100;
  return std::string(base::beginning_of(name, bytes_max));
}

bool is_name(std::string_view text, const FieldShape& field) {
  CHECK(field.length_max > 0);
  return !base::is_blank(text) && base::code_points(text) <= field.length_max;
}

Finding not_a_name(const Spot& spot, const FieldShape& field) {
  return spot.fault("malformed",
                    fmt::format("{} must have 1 to {} characters, and not only white space.",
                                spot.path.substr(spot.path.rfind('.') + 1), field.length_max));
}

}  // namespace

std::optional<base::Instant> instant_in(std::string_view text) {
  const auto read = base::parse_datetime(text);
  if (!read) return std::nullopt;
  const auto time = read->time.value_or(base::TimeOfDay());
  const auto day = std::chrono::sys_days(std::chrono::days(base::days_since_epoch(read->date)));
  const auto of_day = std::chrono::hours(time.hour) + std::chrono::minutes(time.minute) +
                      std::chrono::seconds(time.second) +
                      std::chrono::milliseconds(time.nanosecond / 1'000'000);
  return day + of_day - std::chrono::minutes(read->offset_minutes.value_or(0));
}

// Faults

void BodyFaults::add(Finding finding) {
  ++count_;
  if (named_.size() < base::limits::faults_named_max) named_.push_back(std::move(finding));
}

void BodyFaults::add_others(std::vector<Finding> findings) {
  const std::vector<Finding> known = named_;
  for (Finding& finding : findings) {
    const auto is_there = [&](const Finding& other) {
      return other.path.empty() || finding.path == other.path ||
             other.path.starts_with(finding.path + ".") ||
             finding.path.starts_with(other.path + ".");
    };
    if (std::ranges::none_of(known, is_there)) add(std::move(finding));
  }
}

http::Response BodyFaults::answer() const {
  return answers::faults({.message = "The request is not valid. Nothing was changed.",
                          .named = named_,
                          .count = count_});
}

Spot Spot::member(std::string_view name) const {
  return {.path = path.empty() ? std::string(name) : fmt::format("{}.{}", path, name),
          .code = fmt::format("{}.{}", code, name)};
}

Spot Spot::element(std::string_view name, std::string_view singular, std::uint32_t index) const {
  return {.path = fmt::format("{}.{}", member(name).path, index),
          .code = fmt::format("{}.{}", code, singular)};
}

Finding Spot::fault(std::string_view rule, std::string message) const {
  return {.code = fmt::format("{}.{}", code, rule), .path = path, .message = std::move(message)};
}

// Fields

Fields::Fields(const View& object, const BodyShape& shape, Spot spot, BodyFaults& faults)
    : object_(object), shape_(shape), spot_(std::move(spot)), faults_(faults) {
  if (object_.is_object()) return;
  const std::string what = spot_.path.empty() ? "The body" : spot_.path;
  faults_.add(spot_.fault("wrong_type", what + " must be a JSON object."));
}

void Fields::need() {
  for (const FieldShape& field : shape_.fields) {
    if (field.is_required) need({field.name});
  }
}

void Fields::need(std::initializer_list<std::string_view> names) {
  if (!object_.is_object()) return;
  for (const std::string_view name : names) {
    if (has(name)) continue;
    faults_.add(spot_.member(name).fault("missing", fmt::format("{} is missing.", name)));
  }
}

View Fields::take(std::string_view name) {
  static_cast<void>(shape(name));
  return object_.member(name);
}

const FieldShape& Fields::shape(std::string_view name) const {
  const FieldShape* const found = find_field(shape_, name);
  CHECK(found != nullptr);
  return *found;
}

std::optional<std::string> Fields::text(std::string_view name) {
  const View value = take(name);
  if (!value) return std::nullopt;
  if (value.is_text()) return value.text();
  faults_.add(spot_.member(name).fault("wrong_type", fmt::format("{} must be a string.", name)));
  return std::nullopt;
}

std::optional<std::string> Fields::name(std::string_view name) {
  auto given = text(name);
  if (!given || is_name(*given, shape(name))) return given;
  faults_.add(not_a_name(spot_.member(name), shape(name)));
  return std::nullopt;
}

std::optional<std::string> Fields::reason(std::string_view name) {
  auto given = text(name);
  if (!given || !base::is_blank(*given)) return given;
  faults_.add(spot_.member(name).fault(
      "blank",
      fmt::format("{} must contain at least one character that is not white space.", name)));
  return std::nullopt;
}

std::optional<base::Uuid> Fields::uuid(std::string_view name) {
  const auto given = text(name);
  if (!given) return std::nullopt;
  const auto found = base::Uuid::parse(*given);
  if (!found) {
    faults_.add(spot_.member(name).fault("malformed", fmt::format("{} must be a UUID.", name)));
  }
  return found;
}

std::optional<std::uint64_t> Fields::whole_number(std::string_view name) {
  const View value = take(name);
  if (!value) return std::nullopt;
  if (value.is_number()) {
    if (const auto number = base::whole_number<std::uint64_t>(value.scalar())) return number;
  }
  faults_.add(spot_.member(name).fault(
      value.is_number() ? "out_of_range" : "wrong_type",
      fmt::format("{} must be a non-negative whole number, without quotes.", name)));
  return std::nullopt;
}

std::optional<base::Instant> Fields::instant(std::string_view name) {
  const auto given = text(name);
  if (!given) return std::nullopt;
  const auto found = instant_in(*given);
  if (!found) {
    faults_.add(spot_.member(name).fault(
        "not_a_datetime",
        fmt::format("{} must be a date, or a date and time: 2027-01-31T12:00:00Z.", name)));
  }
  return found;
}

std::vector<std::pair<std::string, std::string>> Fields::texts_by_name(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> texts;
  const View given = take(name);
  if (!given) return texts;
  bool is_map = given.is_object();
  given.each_member([&](const View& key, const View& value) {
    if (!value) return;
    is_map = is_map && value.is_text();
    if (is_map) texts.emplace_back(key.text(), value.text());
  });
  if (is_map) return texts;
  faults_.add(spot_.member(name).fault(
      "wrong_type", fmt::format("{} must be an object whose values are strings.", name)));
  return {};
}

View Fields::list_in(std::string_view name) {
  const std::size_t count_max = shape(name).entries_max;
  CHECK(count_max > 0);
  const View value = take(name);
  if (!value) return {};
  const Spot spot = spot_.member(name);
  if (!value.is_list()) {
    faults_.add(spot.fault("wrong_type", fmt::format("{} must be a list.", name)));
    return {};
  }
  if (value.element_count() > count_max) {
    faults_.add(
        spot.fault("too_many", fmt::format("{} can have at most {} entries.", name, count_max)));
    return {};
  }
  std::size_t there = 0;
  value.each([&](std::uint32_t, const View&) { ++there; });
  if (there < value.element_count()) {
    faults_.add(spot.fault("wrong_type", fmt::format("{} must not contain null.", name)));
    return {};
  }
  return value;
}

void Fields::refuse_word(const Spot& spot, const FieldShape& field, std::string_view choices) {
  const std::string all = choices.empty() ? one_of(field.words) : std::string(choices);
  faults_.add(spot.fault("unknown_value", fmt::format("The value must be {}.", all)));
}

void Fields::end() {
  CHECK(shape_.is_closed);
  object_.each_member([&](const View& key, const View& value) {
    const std::string given = key.text();
    if (!value || find_field(shape_, given) != nullptr) return;
    const std::string name = shown(given);
    Finding fault =
        spot_.member(name).fault("unknown_field", fmt::format("Unknown field {}.", name));
    fault.code = fmt::format("{}.unknown_field", spot_.code);
    faults_.add(std::move(fault));
  });
}

std::vector<std::string> texts_in(Fields& fields, std::string_view name,
                                  std::string_view singular) {
  std::vector<std::string> texts;
  fields.list(name, singular, [&](const View& element, const Spot& spot) {
    if (!element.is_text()) {
      fields.faults().add(spot.fault("wrong_type", "The value must be a string."));
    } else if (std::string text = element.text(); is_name(text, fields.shape(name))) {
      texts.push_back(std::move(text));
    } else {
      fields.faults().add(not_a_name(spot, fields.shape(name)));
    }
  });
  return texts;
}

}  // namespace tradepost::api
