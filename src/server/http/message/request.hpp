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

// A received header. Names compare without case.
struct Field {
  std::string_view name;
  std::string_view value;  // without surrounding white space; any bytes except controls
};

enum class BodySize : std::uint8_t { small, large };  // more than limits::uncounted_bytes_max

// One request. It owns its bytes. All views live as long as it does, until its answer is written.
class Request {
 public:
  std::string_view method() const { return text(method_); }
  const Target& target() const { return target_; }
  const std::string& path() const { return target_.path(); }

  std::size_t field_count() const { return fields_.size(); }
  Field field(std::size_t index) const {
    return {text(fields_[index].name), text(fields_[index].value)};
  }
  // Returns the first header with this name.
  std::optional<std::string_view> header(std::string_view name) const;
  std::size_t header_count(std::string_view name) const;

  std::string_view body() const { return body_; }
  // Moves the body out. body() is empty afterwards.
  std::string take_body() { return std::exchange(body_, {}); }
  // Moves out the body's share of the memory budget. The owner of the body keeps the share.
  MemoryShare take_memory() { return std::move(memory_); }

  // Returns the address of the connection's other end: 192.0.2.1, 2001:db8::1.
  const std::string& peer() const { return peer_; }
  // Returns the scheme of this connection. Before a proxy, the client may use another one.
  Scheme scheme() const { return scheme_; }

 private:
  friend class RequestParser;

  // A part of head_. Offsets stay valid when a Request is moved.
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
