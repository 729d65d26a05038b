#include "http/wire/target.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/hex.hpp"
#include "base/text/text.hpp"
#include "http/wire/refusal.hpp"

namespace tradepost::http {
namespace {

enum class Plus : std::uint8_t { itself, blank };

// Returns nullopt if a percent sign is not followed by two digits.
std::optional<std::string> decoded(std::string_view text, Plus plus) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::blank) {
      bytes += ' ';
    } else if (text[i] != '%') {
      bytes += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = base::hex_value(text[i + 1]);
      const int low = base::hex_value(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      bytes += static_cast<char>(high << 4 | low);
      i += 2;
    }
  }
  return bytes;
}

bool hides_structure(std::string_view raw_path) {
  for (auto at = raw_path.find('%'); at != std::string_view::npos;
       at = raw_path.find('%', at + 1)) {
    const std::string_view code = raw_path.substr(at + 1, 2);
    if (code == "00" || base::equal_ignoring_ascii_case(code, "2f")) return true;
  }
  return false;
}

// Removes and returns http://host at the front. Leaves the path and query.
std::optional<Origin> take_origin(std::string_view& text) {
  struct Prefix {
    Scheme scheme;
    std::string_view text;
  };
  constexpr Prefix prefixes[] = {{Scheme::http, "http://"}, {Scheme::https, "https://"}};
  for (const auto& [scheme, prefix] : prefixes) {
    if (!base::equal_ignoring_ascii_case(text.substr(0, prefix.size()), prefix)) continue;
    const std::string_view rest = text.substr(prefix.size());
    const auto authority_end = std::min(rest.find_first_of("/?"), rest.size());
    text = authority_end == rest.size() ? "/" : rest.substr(authority_end);
    return Origin{.scheme = scheme, .authority = std::string(rest.substr(0, authority_end))};
  }
  return std::nullopt;
}

base::Result<std::vector<Parameter>> parameters_of(std::string_view query) {
  std::vector<Parameter> parameters;
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    const std::string_view part = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (part.empty()) continue;
    if (parameters.size() == base::limits::query_parameters_max) {
      return base::refuse(malformed("The query has too many parameters."));
    }
    const auto equals = std::min(part.find('='), part.size());
    auto name = decoded(part.substr(0, equals), Plus::blank);
    auto value = decoded(part.substr(std::min(equals + 1, part.size())), Plus::blank);
    if (!name || !value) {
      return base::refuse(malformed("The query has a percent sign without two hex digits."));
    }
    parameters.push_back({*std::move(name), *std::move(value)});
  }
  return parameters;
}

}  // namespace

base::Result<Target> Target::parse(std::string_view text) {
  Target target;
  const bool has_fragment = text.find('#') != std::string_view::npos;
  if (!text.starts_with('/')) target.origin_ = take_origin(text);
  if (!text.starts_with('/') || has_fragment) {
    return base::refuse(malformed("The request target is neither a path nor an http address."));
  }
  const auto path_end = std::min(text.find('?'), text.size());
  const std::string_view raw_path = text.substr(0, path_end);
  auto path = decoded(raw_path, Plus::itself);
  if (!path || hides_structure(raw_path)) {
    return base::refuse(malformed("The path has an invalid percent-encoding."));
  }
  target.path_ = *std::move(path);
  if (path_end < text.size()) {
    TRY_ASSIGN(target.parameters_, parameters_of(text.substr(path_end + 1)));
  }
  return target;
}

std::optional<std::string_view> Target::parameter(std::string_view name) const {
  const auto found = std::ranges::find(parameters_, name, &Parameter::name);
  return found == parameters_.end() ? std::nullopt : std::optional<std::string_view>(found->value);
}

}  // namespace tradepost::http
