#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tradepost::base {

// The codes of errors. They are public and permanent: a retired code keeps its number. Each has one
// row in error_rows().
enum class ErrorCode : std::uint16_t {
  unreadable = 1,
  too_large = 2,
  invalid = 3,
  not_found = 4,
  unavailable = 5,
  internal = 6,
  out_of_range = 7,
  damaged = 8,
  disk_full = 9,
  in_use = 10,
  too_new = 11,
  unauthorized = 12,
  forbidden = 13,
  method_not_allowed = 14,
  not_acceptable = 15,
  timed_out = 16,
  conflict = 17,
  unsupported_media_type = 18,
  expectation_failed = 19,
  head_too_large = 20,
  not_implemented = 21,
  too_many_requests = 22,
  duplicate = 23,
};

enum class Retry : std::uint8_t { never, later };

struct ErrorRow {
  ErrorCode code;
  std::string_view wire_name;  // for programs
  int http_status;
  Retry retry;
};

// The rows of all codes, in the order of their numbers.
std::span<const ErrorRow> error_rows();
const ErrorRow& row_of(ErrorCode code);

// Text that the caller may read: no path, no SQL, no type name, no words of a library.
class CallerText {
 public:
  explicit CallerText(std::string text) : text_(std::move(text)) {}
  const std::string& str() const { return text_; }

 private:
  std::string text_;
};

// Text for the log only.
class LogText {
 public:
  LogText() = default;
  explicit LogText(std::string text) : text_(std::move(text)) {}
  const std::string& str() const { return text_; }

 private:
  std::string text_;
};

class Error {
 public:
  Error(ErrorCode code, CallerText text, LogText detail = {})
      : code_(code), text_(std::move(text)), detail_(std::move(detail)) {}

  ErrorCode code() const { return code_; }
  const CallerText& text() const { return text_; }
  const LogText& detail() const { return detail_; }

 private:
  ErrorCode code_;
  CallerText text_;
  LogText detail_;
};

}  // namespace tradepost::base
