#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.hpp"

// A log with one line for each event, as logfmt or as JSON:
//
//   time=2024-02-29T08:30:15.123Z level=info event=request_answered path="/v2/a b" status=200
//   {"time":"2024-02-29T08:30:15.123Z","level":"info","event":"request_answered","path":"/v2/a b",
//   "status":200}
//
// In logfmt, a value that is not plain is quoted and escaped as in JSON. So no text from outside
// can begin a line, add a field or send a command to a terminal. Values are cut at
// limits::log_value_bytes_max.
namespace tradepost::base {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
std::string_view name_of(LogLevel level);

enum class LogForm : std::uint8_t { logfmt, json };
// Returns nullopt for another word.
std::optional<LogForm> log_form_in(std::string_view word);
struct LogOptions {
  LogLevel lowest = LogLevel::info;
  LogForm form = LogForm::logfmt;
};

// The destination of lines. Any thread may call it, with one or more whole lines; `level` is their
// highest level.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void write(LogLevel level, std::string_view lines) = 0;
};

// Writes to an open descriptor, with one write(2) if that accepts all bytes, so that lines of
// several threads don't mix. Lines that a full pipe or disk refuses are lost.
class DescriptorSink : public LogSink {
 public:
  explicit DescriptorSink(int descriptor) : descriptor_(descriptor) {}
  void write(LogLevel level, std::string_view lines) override;

 private:
  const int descriptor_;
};

class StandardErrorSink final : public DescriptorSink {
 public:
  StandardErrorSink();
};

// A key, which is a word of this program, and a value. The value is a view, so a field must not
// outlive the call that it is made for.
class LogField {
 public:
  LogField(std::string_view key, std::string_view text) : key_(key), value_(text) {}
  LogField(std::string_view key, const std::string& text) : LogField(key, std::string_view(text)) {}
  LogField(std::string_view key, const char* text) : LogField(key, std::string_view(text)) {}
  // Without a text, the line lacks the field.
  LogField(std::string_view key, const std::optional<std::string>& text) : key_(key) {
    if (text) value_ = std::string_view(*text);
  }
  LogField(std::string_view key, bool flag) : key_(key), value_(flag) {}
  LogField(std::string_view key, std::signed_integral auto number)
      : key_(key), value_(std::int64_t{number}) {}
  LogField(std::string_view key, std::unsigned_integral auto number)
      : key_(key), value_(std::uint64_t{number}) {}

  void append_to(std::string& line, LogForm form) const;

 private:
  std::string_view key_;
  std::variant<std::monostate, std::string_view, bool, std::int64_t, std::uint64_t> value_;
};

// Writes events. Any thread may use it; the clock and the sink must outlive it.
class Log {
 public:
  using Fields = std::initializer_list<LogField>;

  Log(const Clock& clock, LogSink& sink, LogOptions options = {})
      : clock_(clock), sink_(sink), options_(options) {}

  // Returns true if lines of this level are written, so that preparing their fields is useful.
  bool writes(LogLevel level) const { return level >= options_.lowest; }
  // Writes a line. `event` is a word of this program and not a sentence, so that logs can be
  // counted and searched by it.
  void write(LogLevel level, std::string_view event, Fields fields) const;

  void debug(std::string_view event, Fields fields = {}) const {
    write(LogLevel::debug, event, fields);
  }
  void info(std::string_view event, Fields fields = {}) const {
    write(LogLevel::info, event, fields);
  }
  void warning(std::string_view event, Fields fields = {}) const {
    write(LogLevel::warning, event, fields);
  }
  void error(std::string_view event, Fields fields = {}) const {
    write(LogLevel::error, event, fields);
  }

 private:
  const Clock& clock_;
  LogSink& sink_;
  const LogOptions options_;
};

}  // namespace tradepost::base
