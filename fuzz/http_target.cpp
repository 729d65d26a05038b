// Reads arbitrary bytes as the target of a request line.
//
// For any input, the target that is read is within its limits, and is read as the same again after
// it is written with percent signs. An encoded slash or zero byte is never read as part of a path.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/url_text.hpp"
#include "http/wire/target.hpp"

namespace {

using tradepost::base::percent_encoded;
using tradepost::http::Target;

// Keeps the slashes that separate the segments of a path.
std::string encoded_path(std::string_view path) {
  std::string text;
  for (const char c : path) text += c == '/' ? std::string(1, c) : percent_encoded({&c, 1});
  return text;
}

std::string written(const Target& target) {
  std::string text = encoded_path(target.path());
  char before = '?';
  for (const auto& [name, value] : target.parameters()) {
    text += before + percent_encoded(name) + '=' + percent_encoded(value);
    before = '&';
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto target = Target::parse(text);
  if (!target) return 0;
  CHECK(target->origin().has_value() == !text.starts_with('/'));
  if (target->origin())
    CHECK(target->origin()->authority.find_first_of("/?#") == std::string::npos);
  CHECK(target->path().starts_with('/'));
  CHECK(target->path().size() <= size + 1);
  CHECK(target->parameters().size() <= tradepost::base::limits::query_parameters_max);

  if (target->path().find('\0') != std::string::npos) {
    CHECK(text.find('\0') !=
          std::string_view::npos);  // came unencoded, which a request line does not allow
    return 0;
  }
  const auto again = Target::parse(written(*target));
  CHECK(again.has_value());
  CHECK(again->path() == target->path());
  CHECK(again->parameters().size() == target->parameters().size());
  for (std::size_t i = 0; i < target->parameters().size(); ++i) {
    CHECK(again->parameters()[i].name == target->parameters()[i].name);
    CHECK(again->parameters()[i].value == target->parameters()[i].value);
  }
  return 0;
}
