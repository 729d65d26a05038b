#include "http/message/response.hpp"

#include <algorithm>
#include <charconv>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "http/wire/status.hpp"

namespace tradepost::http {
namespace {

bool is_token(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    const char lower = base::ascii_lower(c);
    return (lower >= 'a' && lower <= 'z') || base::is_ascii_digit(c) || c == '-';
  });
}

void append_number(std::string& text, std::size_t number) {
  char digits[20];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, end);
}

}  // namespace

void Body::append(std::string_view copied) {
  if (copied.empty()) return;
  if (!parts_.empty() && parts_.back().elsewhere == nullptr) {
    parts_.back().size += copied.size();
  } else {
    parts_.push_back({.elsewhere = nullptr, .begin = copied_.size(), .size = copied.size()});
  }
  copied_ += copied;
  size_ += copied.size();
}

void Body::append(std::string_view bytes, std::shared_ptr<const void> owner) {
  if (bytes.empty()) return;
  parts_.push_back({.elsewhere = bytes.data(), .begin = 0, .size = bytes.size()});
  if (owners_.empty() || owners_.back() != owner) owners_.push_back(std::move(owner));
  size_ += bytes.size();
}

std::string_view Body::part(std::size_t index) const {
  const Part& part = parts_[index];
  if (part.elsewhere != nullptr) return {part.elsewhere, part.size};
  return std::string_view(copied_).substr(part.begin, part.size);
}

std::string Body::joined() const {
  std::string whole;
  whole.reserve(size_);
  for (std::size_t i = 0; i < part_count(); ++i) whole += part(i);
  return whole;
}

Response& Response::header(std::string_view name, std::string_view value) {
  CHECK(is_token(name));
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string safe;
  safe.reserve(value.size());
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte < 0x7F) {
      safe += c;
    } else {
      safe += '%';
      safe += digits[byte >> 4];
      safe += digits[byte & 0xFu];
    }
  }
  headers.emplace_back(name, std::move(safe));
  return *this;
}

std::optional<std::string_view> Response::header(std::string_view name) const {
  for (const auto& [own_name, value] : headers) {
    if (base::equal_ignoring_ascii_case(own_name, name)) return value;
  }
  return std::nullopt;
}

void append_head(std::string& head, const Response& response, std::string_view date,
                 Ending ending) {
  head += "HTTP/1.1 ";
  append_number(head, static_cast<std::size_t>(response.status));
  head += ' ';
  head += reason_phrase(response.status);
  head += "\r\nDate: ";
  head += date;
  if (has_body(response.status)) {
    head += "\r\nContent-Length: ";
    append_number(head, response.body.size());
  }
  for (const auto& [name, value] : response.headers) {
    head += "\r\n";
    head += name;
    head += ": ";
    head += value;
  }
  if (ending == Ending::closes) head += "\r\nConnection: close";
  if (ending == Ending::says_that_it_keeps_alive) head += "\r\nConnection: keep-alive";
  head += "\r\n\r\n";
}

}  // namespace tradepost::http
