#include "http/message/router.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::http {
namespace {

// Takes the text up to the next slash off the front of a path that begins with one.
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
    Place* place = nullptr;
    if (route.path.find('{') == std::string_view::npos) {
      place = &fixed_.try_emplace(route.path, place_of(route.path)).first->second;
    } else {
      auto found =
          std::ranges::find(patterns_, route.path, &std::pair<std::string_view, Place>::first);
      if (found == patterns_.end()) {
        found = patterns_.insert(found, {route.path, place_of(route.path)});
      }
      place = &found->second;
    }
    CHECK(std::ranges::find(place->methods, route.method, &MethodRow::method) ==
          place->methods.end());
    place->methods.push_back({route.method, row});
  }
  std::ranges::stable_sort(patterns_, [](const auto& a, const auto& b) {
    if (a.second.placeholders != b.second.placeholders) {
      return a.second.placeholders < b.second.placeholders;
    }
    return a.second.fixed_bytes > b.second.fixed_bytes;
  });
}

Router::Place Router::place_of(std::string_view path) {
  CHECK(path.starts_with('/'));
  Place place;
  while (!path.empty()) {
    const std::string_view segment = take_segment(path);
    const auto open = std::min(segment.find('{'), segment.size());
    const auto close = std::min(segment.find('}'), segment.size());
    Part part{.before = segment.substr(0, open), .name = {}, .after = {}};
    if (open < segment.size()) {
      CHECK(open + 1 < close && close < segment.size());
      part.name = segment.substr(open + 1, close - open - 1);
      part.after = segment.substr(close + 1);
      ++place.placeholders;
    }
    place.fixed_bytes += part.before.size() + part.after.size();
    place.parts.push_back(part);
  }
  return place;
}

std::optional<Captures> Router::captures_of(const Place& place, std::string_view path) {
  Captures captures;
  for (const Part& part : place.parts) {
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
    const Place& place, std::string_view method, const Captures& captures) {
  const auto row_of = [&](std::string_view name) {
    return std::ranges::find(place.methods, name, &MethodRow::method);
  };
  auto found = row_of(method);
  if (found == place.methods.end() && method == "HEAD") found = row_of("GET");
  if (found != place.methods.end()) return Found{found->row, captures};

  OtherMethods others;
  for (const MethodRow& row : place.methods) {
    if (!others.allow.empty()) others.allow += ", ";
    others.allow += row.method;
    if (row.method == "GET" && row_of("HEAD") == place.methods.end()) others.allow += ", HEAD";
  }
  return others;
}

std::variant<Router::Found, Router::OtherMethods, Router::Nothing> Router::find(
    std::string_view method, std::string_view path) const {
  const auto fixed = fixed_.find(path);
  if (fixed != fixed_.end()) return row_for(fixed->second, method, {});
  for (const auto& [pattern, place] : patterns_) {
    if (const auto captures = captures_of(place, path)) return row_for(place, method, *captures);
  }
  return Nothing{};
}

}  // namespace tradepost::http
