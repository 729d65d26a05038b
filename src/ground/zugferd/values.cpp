#include "zugferd/values.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace tradepost::zugferd {
namespace {

constexpr std::uint32_t depth_max = 32;

bool is_delimiter(char c) {
  return std::string_view("()<>[]{}/%").find(c) != std::string_view::npos;
}

std::optional<unsigned> digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return {};
}

// Two numbers and an R are a reference to an object.
void refer(std::vector<Value>& items) {
  if (items.size() < 2) return;
  const std::uint64_t object = items[items.size() - 2].number;
  items.pop_back();
  items.back() = {.kind = Value::Kind::reference, .number = object};
}

}  // namespace

bool is_space(char c) {
  return c == '\0' || c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

const Value* Value::find(std::string_view key) const {
  if (kind != Kind::dictionary) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].is(Kind::name, key)) return &items[i + 1];
  }
  return nullptr;
}

std::optional<Value> ValueReader::next() {
  return next(0);
}

std::optional<Value> ValueReader::next(std::uint32_t depth) {
  skip_space();
  if (at_ == text_.size() || depth == depth_max || values_left_ == 0) return {};
  --values_left_;
  if (skip("<<")) return several(Value::Kind::dictionary, ">>", depth);
  if (skip("[")) return several(Value::Kind::array, "]", depth);
  if (skip("(")) return literal_text();
  if (skip("<")) return hexadecimal_text();
  if (skip("/")) return name();
  std::string word = regular();
  if (word.empty()) return {};
  Value value{.text = std::move(word)};
  const char* const end = value.text.data() + value.text.size();
  const auto [after, error] = std::from_chars(value.text.data(), end, value.number);
  if (error == std::errc() && after == end) value.kind = Value::Kind::number;
  return value;
}

void ValueReader::skip_space() {
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '%') at_ = std::min(text_.find_first_of("\r\n", at_), text_.size() - 1);
    if (!is_space(text_[at_])) return;
  }
}

bool ValueReader::skip(std::string_view word) {
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

std::string ValueReader::regular() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_]) && !is_delimiter(text_[at_])) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::optional<Value> ValueReader::literal_text() {
  Value value{.kind = Value::Kind::text};
  for (std::size_t open = 1; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '(') ++open;
    if (c == ')' && --open == 0) {
      ++at_;
      return value;
    }
    value.text += c == '\\' ? escaped() : c;
  }
  return {};
}

// Returns the character of an escape: up to three octal digits, or a character without the
// backslash. Names of files have no others.
char ValueReader::escaped() {
  unsigned code = 0;
  std::size_t digits = 0;
  for (; digits < 3 && at_ + 1 < text_.size(); ++digits) {
    const char next = text_[at_ + 1];
    if (next < '0' || next > '7') break;
    code = code * 8 + static_cast<unsigned>(next - '0');
    ++at_;
  }
  if (digits > 0) return static_cast<char>(code);
  return at_ + 1 < text_.size() ? text_[++at_] : '\\';
}

std::optional<Value> ValueReader::hexadecimal_text() {
  Value value{.kind = Value::Kind::text};
  std::size_t digits = 0;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '>') {
      ++at_;
      return value;
    }
    const auto digit = digit_of(text_[at_]);
    if (!digit && !is_space(text_[at_])) return {};
    if (!digit) continue;
    if (digits++ % 2 == 0) {
      value.text += static_cast<char>(*digit << 4);
    } else {
      value.text.back() = static_cast<char>(static_cast<unsigned char>(value.text.back()) | *digit);
    }
  }
  return {};
}

std::optional<Value> ValueReader::several(Value::Kind kind, std::string_view end,
                                          std::uint32_t depth) {
  Value value{.kind = kind};
  for (;;) {
    skip_space();
    if (skip(end)) return value;
    auto item = next(depth + 1);
    if (!item) return {};
    if (item->is(Value::Kind::keyword, "R")) {
      refer(value.items);
    } else {
      value.items.push_back(*std::move(item));
    }
  }
}

Value ValueReader::name() {
  const std::string raw = regular();
  Value value{.kind = Value::Kind::name};
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const auto high = i + 2 < raw.size() && raw[i] == '#' ? digit_of(raw[i + 1]) : std::nullopt;
    const auto low = high ? digit_of(raw[i + 2]) : std::nullopt;
    value.text += low ? static_cast<char>(*high << 4 | *low) : raw[i];
    if (low) i += 2;
  }
  return value;
}

}  // namespace tradepost::zugferd
