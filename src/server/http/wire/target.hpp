#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::http {

using base::Parameter;

enum class Scheme : std::uint8_t { http, https };

// The scheme and authority of an absolute target: https and shop.example:8443 of
// https://shop.example:8443/v2/ping. The authority is unchecked: any text without `/` or `?`.
struct Origin {
  Scheme scheme;
  std::string authority;
};

// The parts of a request line's target:
//
//   /v2/transactions?filter%5Btype%5D=ORDER&per_page=10
//   path /v2/transactions, parameters filter[type] = ORDER and per_page = 10
//
// An absolute target (http://host:8480/v2/ping) also has an origin.
class Target {
 public:
  Target() = default;

  // Refuses a target that begins with neither / nor http(s)://, a malformed percent sign, a
  // fragment, too many parameters, and in the path an encoded slash or zero byte, which a proxy
  // might read differently.
  static base::Result<Target> parse(std::string_view text);

  const std::optional<Origin>& origin() const { return origin_; }
  const std::string& path() const { return path_; }  // decoded, begins with /
  // Keeps their order. `+` is a blank. Parts without `=` have an empty value, empty ones are
  // skipped.
  std::span<const Parameter> parameters() const { return parameters_; }
  // Returns the first parameter with this name. The view lives as long as this target.
  std::optional<std::string_view> parameter(std::string_view name) const;

 private:
  std::optional<Origin> origin_;
  std::string path_;
  std::vector<Parameter> parameters_;
};

}  // namespace tradepost::http
