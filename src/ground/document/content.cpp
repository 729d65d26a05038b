#include "document/content.hpp"

#include <cstddef>
#include <cstdint>

#include "base/ground/check.hpp"

namespace tradepost::document {
namespace {

// A range of tokens without its end.
struct Stretch {
  std::uint32_t begin;
  std::uint32_t end;
};

// A cut includes one comma: the next one or, for an object's last member, the one before.
Stretch with_its_comma(const Tokens& tokens, const Walk::Cut& cut) {
  if (tokens.first(cut.value_end) == ',') return {cut.name, cut.value_end + 1};
  if (tokens.first(cut.name - 1) == ',') return {cut.name - 1, cut.value_end};
  return {cut.name, cut.value_end};
}

std::size_t end_of(const Tokens& tokens, std::uint32_t token) {
  const char first = tokens.first(token);
  const bool is_closing = first == '}' || first == ']';
  return tokens.offset(token) + (is_closing ? 1 : tokens.scalar(token).size());
}

}  // namespace

std::string_view kept_content(const Tokens& tokens, const Walk& walk,
                              std::unique_ptr<char[]>& buffer) {
  const auto begin = tokens.offset(walk.content());
  const auto end = end_of(tokens, walk.content_end() - 1);
  const auto whole = tokens.text().substr(begin, end - begin);
  CHECK(walk.content_minified_bytes() <= whole.size());
  if (walk.content_minified_bytes() == whole.size() && walk.cuts().empty()) return whole;

  buffer = std::make_unique_for_overwrite<char[]>(whole.size());
  char* out = buffer.get();
  std::size_t from = begin;
  for (const auto& cut : walk.cuts()) {
    const auto gone = with_its_comma(tokens, cut);
    out = minify(tokens.text().substr(from, tokens.offset(gone.begin) - from), out);
    from = tokens.offset(gone.end);
  }
  out = minify(tokens.text().substr(from, end - from), out);
  return {buffer.get(), static_cast<std::size_t>(out - buffer.get())};
}

}  // namespace tradepost::document
