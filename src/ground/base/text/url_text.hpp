#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace tradepost::base {

// Writes every byte except letters, digits and -._~ as %XX. The result is valid as a name or value
// in a query.
std::string percent_encoded(std::string_view bytes);

// A name and a value of a query, decoded. Both may be any bytes, even if they are not UTF-8.
struct Parameter {
  std::string name;
  std::string value;
};

// Builds a path and its query. Empty values of the query are left out.
class PathText {
 public:
  explicit PathText(std::string path) : text_(std::move(path)) {}
  PathText& segment(std::string_view text);
  PathText& add(std::string_view name, std::string_view value);
  const std::string& str() const { return text_; }

 private:
  std::string text_;
};

}  // namespace tradepost::base
