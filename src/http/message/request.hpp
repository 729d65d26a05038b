#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/wire/memory_budget.hpp"
#include "http/wire/target.hpp"

namespace tradepost::http {

// A header as it came. Names compare without case.
struct Field {
  std::string_view name;
  std::string_view value;  // without white space around it; any bytes but controls
};

enum class BodySize : std::uint8_t { small, large };  // more than limits::uncounted_bytes_max

// One request. It owns its bytes; all views live as long as it does, which is until its answer is
// written.
class Request {
 public:
  std::string_view method() const { return text(method_); }
  const Target& target() const { return target_; }
  const std::string& path() const { return target_.path(); }

  std::size_t field_count() const { return fields_.size(); }
  Field field(std::size_t index) const {
    return {text(fields_[index].name), text(fields_[index].value)};
  }
  // The first of that name.
  std::optional<std::string_view> header(std::string_view name) const;
  std::size_t header_count(std::string_view name) const;

  std::string_view body() const { return body_; }
  // Moves the body out; body() is empty from then on.
  std::string take_body() { return std::exchange(body_, {}); }
  // The body's share of the memory budget: the owner of the body keeps it with it.
  MemoryShare take_memory() { return std::move(memory_); }

  // Of the other end of the connection: 192.0.2.1, 2001:db8::1.
  const std::string& peer() const { return peer_; }
  // How that came to us, whatever stands between it and the client.
  Scheme scheme() const { return scheme_; }

 private:
  friend class RequestParser;

  // A part of head_: a moved Request keeps its views right that way.
  struct Span {
    std::uint16_t begin = 0;
    std::uint16_t size = 0;
  };
  struct FieldSpan {
    Span name;
    Span value;
  };
  std::string_view text(Span span) const {
    return std::string_view(head_).substr(span.begin, span.size);
  }

  std::string head_;
  Span method_;
  Target target_;
  std::vector<FieldSpan> fields_;
  std::string body_;
  MemoryShare memory_;
  std::string peer_;
  Scheme scheme_ = Scheme::http;
};

}  // namespace tradepost::http
