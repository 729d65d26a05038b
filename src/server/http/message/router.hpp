#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace tradepost::http {

// The method and path of one row of a table of routes. A part of the path may be a placeholder,
// with fixed text around it: /v2/labels/{id}/{unit}.zpl
struct RoutePath {
  std::string_view method;
  std::string_view path;
};

// The values of a path's placeholders, as views into the requested path.
class Captures {
 public:
  static constexpr std::size_t count_max = 4;

  void add(std::string_view name, std::string_view value);
  // A name that the row does not have fails a CHECK.
  std::string_view at(std::string_view name) const;

 private:
  std::array<std::pair<std::string_view, std::string_view>, count_max> captured_{};
  std::size_t count_ = 0;
};

// Finds the row for a request. Fixed paths win over placeholders, and more fixed text wins over
// less. Without a row for HEAD, the row for GET answers it.
class Router {
 public:
  // The texts outlive this router. Two rows for one method and path fail a CHECK.
  explicit Router(std::span<const RoutePath> rows);

  struct Found {
    std::size_t row;
    Captures captures;
  };
  struct OtherMethods {
    std::string allow;  // GET, HEAD, POST
  };
  struct Nothing {};
  std::variant<Found, OtherMethods, Nothing> find(std::string_view method,
                                                  std::string_view path) const;

 private:
  struct Part {
    std::string_view before;
    std::string_view name;  // empty: `before` is the whole part
    std::string_view after;
  };
  struct MethodRow {
    std::string_view method;
    std::size_t row;
  };
  struct Pattern {
    std::vector<Part> parts;
    std::vector<MethodRow> methods;
    std::size_t fixed_bytes = 0;
    std::size_t placeholders = 0;
  };

  static Pattern pattern_of(std::string_view path);
  static std::optional<Captures> captures_of(const Pattern& pattern, std::string_view path);
  static std::variant<Found, OtherMethods, Nothing> row_for(const Pattern& pattern,
                                                            std::string_view method,
                                                            const Captures& captures);

  std::unordered_map<std::string_view, Pattern> fixed_;
  std::vector<std::pair<std::string_view, Pattern>> patterns_;  // highest priority first
};

}  // namespace tradepost::http
