#include "document/content.hpp"

#include <cstddef>
#include <cstdint>

#include "base/check.hpp"

namespace tradepost::document {
namespace {

std::string_view token_text(const Tokens& tokens, std::uint32_t token) {
  switch (tokens.first(token)) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ':':
    case ',':
      return tokens.text().substr(tokens.offset(token), 1);
    default:
      return tokens.scalar(token);
  }
}

// A cut takes one of the commas beside it along: the one behind it, or, at the end of its object,
// the one before.
class Kept {
 public:
  explicit Kept(std::vector<char>& out) : out_(out) {}

  void append(std::string_view text) {
    if (drop_comma_ && text == ",") {
      drop_comma_ = false;
      return;
    }
    drop_comma_ = false;
    if (text == "}" && comma_is_open_) out_.pop_back();
    comma_is_open_ = false;
    out_.insert(out_.end(), text.begin(), text.end());
  }
  void cut() {
    drop_comma_ = true;
    comma_is_open_ = !out_.empty() && out_.back() == ',';
  }

 private:
  std::vector<char>& out_;
  bool drop_comma_ = false;
  bool comma_is_open_ = false;
};

}  // namespace

std::string_view kept_content(const Tokens& tokens, const Walk& walk, std::vector<char>& buffer) {
  const auto begin = tokens.offset(walk.content());
  const auto last = token_text(tokens, walk.content_end() - 1);
  const auto end = tokens.offset(walk.content_end() - 1) + last.size();
  const auto whole = tokens.text().substr(begin, end - begin);
  const auto token_count = walk.content_end() - walk.content();
  const auto minified_bytes =
      token_count - walk.content_scalar_count() + walk.content_scalar_bytes();
  CHECK(minified_bytes <= whole.size());
  if (minified_bytes == whole.size() && walk.cuts().empty()) return whole;

  buffer.reserve(minified_bytes);
  Kept kept(buffer);
  auto cut = walk.cuts().begin();
  for (auto token = walk.content(); token < walk.content_end();) {
    if (cut != walk.cuts().end() && token == cut->name) {
      kept.cut();
      token = cut->value_end;
      ++cut;
    } else {
      kept.append(token_text(tokens, token));
      ++token;
    }
  }
  return {buffer.data(), buffer.size()};
}

}  // namespace tradepost::document
