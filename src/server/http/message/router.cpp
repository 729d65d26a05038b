#include "http/message/router.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::http {
namespace {

// Removes and returns the first segment of a path that begins with a slash.
std::string_view take_segment(std::string_view& path) {
  path.remove_prefix(1);
  const auto end = std::min(path.find('/'), path.size());
  const std::string_view segment = path.substr(0, end);
  path.remove_prefix(end);
  return segment;
}

}  // namespace

void Captures::add(std::string_view name, std::string_view value) {
  CHECK(count_ < count_max);
  captured_[count_++] = {name, value};
}

std::string_view Captures::at(std::string_view name) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (captured_[i].first == name) return captured_[i].second;
  }
  base::check_failed(__FILE__, __LINE__, "a placeholder of the route");
}

Router::Router(std::span<const RoutePath> rows) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const RoutePath& route = rows[row];
    Pattern* pattern = nullptr;
    if (route.path.find('{') == std::string_view::npos) {
      pattern = &fixed_.try_emplace(route.path, pattern_of(route.path)).first->second;
    } else {
      auto found =
          std::ranges::find(patterns_, route.path, &std::pair<std::string_view, Pattern>::first);
      if (found == patterns_.end()) {
        found = patterns_.insert(found, {route.path, pattern_of(route.path)});
      }
      pattern = &found->second;
    }
    CHECK(std::ranges::find(pattern->methods, route.method, &MethodRow::method) ==
          pattern->methods.end());
    pattern->methods.push_back({route.method, row});
  }
  std::ranges::stable_sort(patterns_, [](const auto& a, const auto& b) {
    if (a.second.placeholders != b.second.placeholders) {
      return a.second.placeholders < b.second.placeholders;
    }
    return a.second.fixed_bytes > b.second.fixed_bytes;
  });
}

Router::Pattern Router::pattern_of(std::string_view path) {
  CHECK(path.starts_with('/'));
  Pattern pattern;
  while (!path.empty()) {
    const std::string_view segment = take_segment(path);
    const auto open = std::min(segment.find('{'), segment.size());
    const auto close = std::min(segment.find('}'), segment.size());
    Part part{.before = segment.substr(0, open), .name = {}, .after = {}};
    if (open < segment.size()) {
      CHECK(open + 1 < close && close < segment.size());
      part.name = segment.substr(open + 1, close - open - 1);
      part.after = segment.substr(close + 1);
      ++pattern.placeholders;
    }
    pattern.fixed_bytes += part.before.size() + part.after.size();
    pattern.parts.push_back(part);
  }
  return pattern;
}

std::optional<Captures> Router::captures_of(const Pattern& pattern, std::string_view path) {
  Captures captures;
  for (const Part& part : pattern.parts) {
    if (!path.starts_with('/')) return std::nullopt;
    const std::string_view segment = take_segment(path);
    if (part.name.empty()) {
      if (segment != part.before) return std::nullopt;
      continue;
    }
    const std::size_t fixed = part.before.size() + part.after.size();
    if (segment.size() <= fixed || !segment.starts_with(part.before) ||
        !segment.ends_with(part.after)) {
      return std::nullopt;
    }
    captures.add(part.name, segment.substr(part.before.size(), segment.size() - fixed));
  }
  return path.empty() ? std::optional(captures) : std::nullopt;
}

std::variant<Router::Found, Router::OtherMethods, Router::Nothing> Router::row_for(
    const Pattern& pattern, std::string_view method, const Captures& captures) {
  const auto row_of = [&](std::string_view name) {
    return std::ranges::find(pattern.methods, name, &MethodRow::method);
  };
  auto found = row_of(method);
  if (found == pattern.methods.end() && method == "HEAD") found = row_of("GET");
  if (found != pattern.methods.end()) return Found{found->row, captures};

  OtherMethods others;
  for (const MethodRow& row : pattern.methods) {
    if (!others.allow.empty()) others.allow += ", ";
    others.allow += row.method;
    if (row.method == "GET" && row_of("HEAD") == pattern.methods.end()) others.allow += ", HEAD";
  }
  return others;
}

std::variant<Router::Found, Router::OtherMethods, Router::Nothing> Router::find(
    std::string_view method, std::string_view path) const {
  const auto fixed = fixed_.find(path);
  if (fixed != fixed_.end()) return row_for(fixed->second, method, {});
  for (const Pattern& pattern : patterns_ | std::views::values) {
    if (const auto captures = captures_of(pattern, path))
      return row_for(pattern, method, *captures);
  }
  return Nothing{};
}

}  // namespace tradepost::http
