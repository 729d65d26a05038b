#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "document/json/unreadable.hpp"

namespace tradepost::document {

// The offsets of the tokens of a JSON text: { } [ ] : , and the first byte of every text, number
// and word. simdjson's first stage finds them, and checks UTF-8, raw control characters and
// unclosed texts. This class does not check the tokens themselves or their order.
class Tokens {
 public:
  Tokens();
  ~Tokens();
  Tokens(Tokens&&) noexcept;
  Tokens& operator=(Tokens&&) noexcept;

  // Indexes `text`, which must outlive the results of the functions below, until the next call. It
  // uses up to 5 bytes of memory for each byte of the longest text so far; release() frees it.
  std::optional<Unreadable> index(std::string_view text);
  void release();

  std::string_view text() const { return text_; }
  std::uint32_t count() const { return count_; }

  // Returns the offset of any token up to count(), which is the end of the text.
  std::uint32_t offset(std::uint32_t token) const { return begins_[token]; }
  // Returns the token's first byte, or 0 at the end of the text.
  char first(std::uint32_t token) const { return token < count_ ? text_[begins_[token]] : '\0'; }

  // Returns the bytes of a text (with its quotation marks), a number or a word, up to the white
  // space before the next token.
  std::string_view scalar(std::uint32_t token) const {
    const auto begin = begins_[token];
    auto end = begins_[token + 1];
    while (end > begin && is_white(text_[end - 1])) --end;
    return text_.substr(begin, end - begin);
  }

  // Returns the token after the value that begins at `token`, or count() if the text ends within
  // the value.
  std::uint32_t skip(std::uint32_t token) const;

 private:
  static bool is_white(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

  struct Stage;
  std::unique_ptr<Stage> stage_;
  std::string_view text_;
  const std::uint32_t* begins_ = nullptr;
  std::uint32_t count_ = 0;
};

// Copies well-formed JSON, or a part of it between two tokens, without insignificant white space.
// `out` has room for as many bytes as `json`. Returns the end of the written bytes.
char* minify(std::string_view json, char* out);

}  // namespace tradepost::document
