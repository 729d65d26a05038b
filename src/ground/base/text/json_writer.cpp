#include "base/text/json_writer.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

constexpr std::string_view replacement = "\uFFFD";

// Returns a mask with the high bit of the first byte below `at_least`. The bits after it have no
// meaning.
std::uint64_t first_low(std::uint64_t bytes, std::uint64_t at_least) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  return (bytes - at_least * ones) & ~bytes & (ones << 7);
}

// Returns how many of eight bytes, from the front, need no escape in a JSON string: ASCII from
// space on, except the quote and the backslash.
std::size_t plain_of_eight(std::uint64_t bytes) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t others = first_low(bytes, ' ') | first_low(bytes ^ '"' * ones, 1) |
                               first_low(bytes ^ '\\' * ones, 1) | (bytes & (ones << 7));
  return static_cast<std::size_t>(std::countr_zero(others)) / 8;
}

// Returns how many bytes of `text`, from the front, need no escape.
std::size_t plain_bytes(std::string_view text) {
  std::uint64_t eight = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::memcpy(&eight, text.data() + at, 8);
    const std::size_t plain = plain_of_eight(eight);
    if (plain < 8) return at + plain;
  }
  eight = 0;  // zeros are not plain
  std::memcpy(&eight, text.data() + at, text.size() - at);
  return at + plain_of_eight(eight);
}

void append_control(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (c) {
    case '\b':
      out += "\\b";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\r':
      out += "\\r";
      return;
  }
  out += "\\u00";
  out += digits[static_cast<unsigned char>(c) >> 4];
  out += digits[static_cast<unsigned char>(c) & 0x0F];
}

// Appends the JSON form of the first character of `text`, which must need an escape, and returns
// its length in `text`.
std::size_t append_escaped(std::string& out, std::string_view text) {
  const char c = text.front();
  if (static_cast<unsigned char>(c) >= 0x80) {
    const std::size_t length = sequence_bytes(text);
    out += length == 0 ? replacement : text.substr(0, length);
    return length == 0 ? 1 : length;
  }
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else {
    append_control(out, c);
  }
  return 1;
}

template <typename Integer>
void append_integer(std::string& out, Integer value) {
  std::array<char, 24> digits;
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), written.ptr);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at + plain_bytes(text.substr(at));
    out.append(text, at, end - at);
    if (end < text.size()) end += append_escaped(out, text.substr(end));
    at = end;
  }
  out += '"';
}

JsonWriter::JsonWriter(Layout layout, std::string buffer)
    : out_(std::move(buffer)), layout_(layout) {}

JsonWriter& JsonWriter::begin_object() {
  return begin(Scope::object, '{');
}
JsonWriter& JsonWriter::end_object() {
  return end(Scope::object, '}');
}
JsonWriter& JsonWriter::begin_array() {
  return begin(Scope::array, '[');
}
JsonWriter& JsonWriter::end_array() {
  return end(Scope::array, ']');
}

JsonWriter& JsonWriter::key(std::string_view name) {
  before_key();
  append_json_string(out_, name);
  out_ += layout_ == Layout::indented ? ": " : ":";
  return *this;
}

JsonWriter& JsonWriter::own_key(std::string_view name) {
  before_key();
  out_ += '"';
  out_ += name;
  out_ += layout_ == Layout::indented ? "\": " : "\":";
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  before_value();
  append_json_string(out_, text);
  after_value();
  return *this;
}

JsonWriter& JsonWriter::signed_integer(std::int64_t value) {
  before_value();
  append_integer(out_, value);
  after_value();
  return *this;
}

JsonWriter& JsonWriter::unsigned_integer(std::uint64_t value) {
  before_value();
  append_integer(out_, value);
  after_value();
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  return literal(value ? "true" : "false");
}
JsonWriter& JsonWriter::null() {
  return literal("null");
}

JsonWriter& JsonWriter::raw(std::string_view json_value) {
  CHECK(!json_value.empty());
  return literal(json_value);
}

std::string JsonWriter::finish() && {
  CHECK(state_ == State::finished);
  if (layout_ == Layout::indented) out_ += '\n';
  return std::move(out_);
}

JsonWriter& JsonWriter::literal(std::string_view token) {
  before_value();
  out_ += token;
  after_value();
  return *this;
}

JsonWriter& JsonWriter::begin(Scope scope, char bracket) {
  before_value();
  CHECK(depth_ < open_.size());
  out_ += bracket;
  open_[depth_++] = scope;
  state_ = State::first;
  return *this;
}

JsonWriter& JsonWriter::end(Scope scope, char bracket) {
  CHECK(depth_ > 0 && open_[depth_ - 1] == scope);
  CHECK(state_ != State::value_of_key);
  --depth_;
  if (state_ == State::next) new_line();
  out_ += bracket;
  after_value();
  return *this;
}

void JsonWriter::before_key() {
  CHECK(depth_ > 0 && open_[depth_ - 1] == Scope::object);
  CHECK(state_ != State::value_of_key);
  separate();
  state_ = State::value_of_key;
}

void JsonWriter::before_value() {
  CHECK(state_ != State::finished);
  if (state_ == State::value_of_key || depth_ == 0) return;
  CHECK(open_[depth_ - 1] == Scope::array);
  separate();
}

void JsonWriter::after_value() {
  state_ = depth_ == 0 ? State::finished : State::next;
}

void JsonWriter::separate() {
  if (state_ == State::next) out_ += ',';
  new_line();
}

void JsonWriter::new_line() {
  if (layout_ == Layout::compact) return;
  out_ += '\n';
  out_.append(2 * depth_, ' ');
}

}  // namespace tradepost::base
