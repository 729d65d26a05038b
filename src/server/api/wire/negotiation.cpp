#include "api/wire/negotiation.hpp"

#include <algorithm>

#include "base/ground/limits.hpp"
#include "base/text/header_text.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"

namespace tradepost::api {
namespace {

using base::equal_ignoring_ascii_case;

// Removes and returns the part before `separator`. A separator within quotes does not count.
std::string_view take_part(std::string_view& rest, char separator) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < rest.size() && (quoted || rest[end] != separator); ++end) {
    if (rest[end] == '\\' && quoted && end + 1 < rest.size()) {
      ++end;
    } else if (rest[end] == '"') {
      quoted = !quoted;
    }
  }
  const std::string_view part = base::without_blanks(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

struct Pair {
  std::string_view name;
  std::string_view value;  // without the surrounding quotes
};

Pair pair_of(std::string_view part) {
  const auto equals = std::min(part.find('='), part.size());
  Pair pair{.name = base::without_blanks(part.substr(0, equals)), .value = {}};
  if (equals < part.size()) pair.value = base::without_blanks(part.substr(equals + 1));
  if (pair.value.size() >= 2 && pair.value.front() == '"' && pair.value.back() == '"') {
    pair.value = pair.value.substr(1, pair.value.size() - 2);
  }
  return pair;
}

// Returns true for q=0, q=0.0, q=0.00 and so on.
bool excludes(std::string_view quality) {
  return quality.starts_with('0') && quality.find_first_of("123456789") == std::string_view::npos;
}

// Returns a weight in thousandths (RFC 9110, 12.4.2), or 0 for a malformed one, which excludes the
// range.
std::uint32_t weight_of(std::string_view text) {
  constexpr std::uint32_t one = 1'000;
  constexpr std::size_t digits_max = 3;
  if (text == "1") return one;
  if (text.empty() || (text.front() != '0' && text.front() != '1')) return 0;
  const std::string_view rest = text.substr(1);
  if (rest.size() > digits_max + 1 || (!rest.empty() && rest.front() != '.')) return 0;
  std::uint32_t weight = text.front() == '1' ? one : 0;
  std::uint32_t place = one;
  for (const char c : rest.substr(std::min<std::size_t>(1, rest.size()))) {
    if (!base::is_ascii_digit(c)) return 0;
    place /= 10;
    weight += static_cast<std::uint32_t>(c - '0') * place;
  }
  return weight <= one ? weight : 0;
}

// Returns the weight among the parameters of a range: 1 if they have none.
std::uint32_t weight_in(std::string_view parameters) {
  while (!parameters.empty()) {
    const Pair parameter = pair_of(take_part(parameters, ';'));
    if (equal_ignoring_ascii_case(parameter.name, "q")) return weight_of(parameter.value);
  }
  return weight_of("1");
}

// A range such as de-AT belongs to the language de.
bool is_of_language(std::string_view range, std::string_view language) {
  return equal_ignoring_ascii_case(range.substr(0, language.size()), language) &&
         (range.size() == language.size() || range[language.size()] == '-');
}

// The best weight of a language in a header, and its place among the ranges.
struct LanguageWish {
  std::optional<std::uint32_t> weight;
  std::size_t place = 0;

  void add(std::uint32_t other, std::size_t at) {
    if (weight && *weight >= other) return;
    weight = other;
    place = at;
  }
};

// `parameters` belong to a media range.
bool is_excluded(std::string_view parameters) {
  bool excluded = false;
  while (!parameters.empty()) {
    const Pair parameter = pair_of(take_part(parameters, ';'));
    if (equal_ignoring_ascii_case(parameter.name, "q")) excluded = excludes(parameter.value);
  }
  return excluded;
}

// Returns how closely a media range matches application/json, or nullopt if it does not.
std::optional<int> closeness(std::string_view range) {
  if (equal_ignoring_ascii_case(range, "application/json")) return 2;
  if (equal_ignoring_ascii_case(range, "application/*")) return 1;
  if (range == "*/*") return 0;
  return std::nullopt;
}

// Calls visit(part) for every element of all headers with this name, as if they were one list.
template <typename RequestContext>
void each_element(const http::Request& request, std::string_view name, RequestContext&& visit) {
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const http::Field field = request.field(i);
    if (!equal_ignoring_ascii_case(field.name, name)) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      const std::string_view element = take_part(rest, ',');
      if (!element.empty()) visit(element);
    }
  }
}

bool is_json_type(std::string_view type) {
  constexpr std::string_view tree = "application/";
  if (!equal_ignoring_ascii_case(type.substr(0, tree.size()), tree)) return false;
  const std::string_view subtype = type.substr(tree.size());
  constexpr std::string_view suffix = "+json";
  return equal_ignoring_ascii_case(subtype, "json") ||
         (subtype.size() > suffix.size() &&
          equal_ignoring_ascii_case(subtype.substr(subtype.size() - suffix.size()), suffix));
}

bool is_xml_type(std::string_view type) {
  return equal_ignoring_ascii_case(type, "application/xml") ||
         equal_ignoring_ascii_case(type, "text/xml");
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, base::is_ascii_digit);
}

}  // namespace

bool names_media(const http::Request& request, std::string_view media) {
  bool names = false;
  each_element(request, "Accept", [&](std::string_view element) {
    const std::string_view range = take_part(element, ';');
    names = names || (!is_excluded(element) && equal_ignoring_ascii_case(range, media));
  });
  return names;
}

bool wants_page(const http::Request& request) {
  return names_media(request, "text/html") && !names_media(request, "application/json");
}

bool accepts_json(const http::Request& request) {
  int closest = -1;
  bool accepted = request.header_count("Accept") == 0;
  bool says_something = false;
  each_element(request, "Accept", [&](std::string_view element) {
    says_something = true;
    const std::string_view range = take_part(element, ';');
    const auto close = closeness(range);
    if (!close || *close < closest) return;
    closest = *close;
    accepted = !is_excluded(element);
  });
  return accepted || !says_something;
}

Language requested_language(const http::Request& request) {
  LanguageWish german;
  LanguageWish english;
  std::uint32_t any = 0;
  std::size_t place = 0;
  each_element(request, "Accept-Language", [&](std::string_view element) {
    if (place == language_ranges_max) return;
    ++place;
    const std::string_view range = take_part(element, ';');
    const std::uint32_t weight = weight_in(element);
    if (is_of_language(range, "de")) german.add(weight, place);
    if (is_of_language(range, "en")) english.add(weight, place);
    if (range == "*") any = std::max(any, weight);
  });
  if (german.weight.value_or(0) == 0) return Language::english;
  const std::uint32_t other = english.weight.value_or(any);
  if (*german.weight != other) {
    return *german.weight > other ? Language::german : Language::english;
  }
  const bool english_is_first = english.weight && english.place < german.place;
  return english_is_first ? Language::english : Language::german;
}

BodyKind body_kind(const http::Request& request) {
  const auto encoding = request.header("Content-Encoding");
  if (encoding && !equal_ignoring_ascii_case(*encoding, "identity"))
    return BodyKind::other_encoding;
  auto type = request.header("Content-Type");
  if (!type) return BodyKind::json;
  if (request.header_count("Content-Type") > 1) return BodyKind::other_type;
  const std::string_view media = take_part(*type, ';');
  if (equal_ignoring_ascii_case(media, "application/edifact")) return BodyKind::edifact;
  if (is_xml_type(media)) return BodyKind::xml;
  if (!is_json_type(media)) return BodyKind::other_type;
  while (!type->empty()) {
    const Pair parameter = pair_of(take_part(*type, ';'));
    if (equal_ignoring_ascii_case(parameter.name, "charset") &&
        !equal_ignoring_ascii_case(parameter.value, "utf-8")) {
      return BodyKind::other_type;
    }
  }
  return BodyKind::json;
}

std::optional<std::chrono::seconds> requested_wait(const http::Request& request) {
  std::optional<std::chrono::seconds> wait_time;
  each_element(request, "Prefer", [&](std::string_view element) {
    const Pair preference = pair_of(take_part(element, ';'));
    if (wait_time || !equal_ignoring_ascii_case(preference.name, "wait")) return;
    if (!all_digits(preference.value)) return;
    const auto seconds = base::whole_number<std::int64_t>(preference.value)
                             .value_or(base::limits::poll_wait_max.count());
    if (seconds == 0) return;
    wait_time = std::min(std::chrono::seconds(seconds), base::limits::poll_wait_max);
  });
  return wait_time;
}

IdempotencyKey idempotency_key(const http::Request& request) {
  constexpr std::string_view name = "Idempotency-Key";
  const auto text = request.header(name);
  if (!text) return {};
  const bool is_good = request.header_count(name) == 1 && !text->empty() &&
                       text->size() <= base::limits::idempotency_key_bytes_max &&
                       std::ranges::all_of(*text, [](char c) { return c >= ' ' && c < 0x7F; });
  if (!is_good) return {.form = KeyForm::bad, .digest = {}};
  return {.form = KeyForm::good, .digest = base::sha256(*text)};
}

bool has_already(const http::Request& request, std::string_view tag) {
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const http::Field field = request.field(i);
    if (!equal_ignoring_ascii_case(field.name, "If-None-Match")) continue;
    if (field.value == "*" || field.value.find(tag) != std::string_view::npos) return true;
  }
  return false;
}

bool is_plain_host(std::string_view host) {
  const auto colon = host.rfind(':');
  const bool is_bracketed = host.starts_with('[');
  const auto bracket = host.find(']');
  std::string_view name = host;
  if (colon != std::string_view::npos && (!is_bracketed || (bracket < colon))) {
    const std::string_view port = host.substr(colon + 1);
    if (!all_digits(port) || port.size() > 5) return false;
    name = host.substr(0, colon);
  }
  if (is_bracketed) {
    return name.ends_with(']') && name.size() > 2 &&
           name.substr(1, name.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.") ==
               std::string_view::npos;
  }
  return !name.empty() && name.size() <= 253 && std::ranges::all_of(name, [](char c) {
    const char lower = base::ascii_lower(c);
    return (lower >= 'a' && lower <= 'z') || base::is_ascii_digit(c) || c == '-' || c == '.' ||
           c == '_';
  });
}

}  // namespace tradepost::api
