#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.hpp"

// One line an event, as logfmt, so that people and programs read the same:
//
//   time=2024-02-29T08:30:15.123Z level=info event=request_answered method=GET path="/v2/a b"
//   status=200
//
// A value that isn't plain is quoted and escaped as in JSON, so that no text from outside can begin
// a line, add a field or send a terminal a command. Values are cut at limits::log_value_bytes_max.
namespace tradepost::base {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
std::string_view name_of(LogLevel level);

// Where lines go. Called from any thread, with one or more whole lines; `level` is the highest of
// theirs.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void write(LogLevel level, std::string_view lines) = 0;
};

// Standard error, by one write(2) where that takes all, so that lines of several threads don't mix.
// What a full pipe or disk refuses is lost.
class StandardErrorSink final : public LogSink {
 public:
  void write(LogLevel level, std::string_view lines) override;
};

// A key, one of our own words, and what to show. It views its text, so it lives no longer than the
// call it is made for.
class LogField {
 public:
  LogField(std::string_view key, std::string_view text) : key_(key), value_(text) {}
  LogField(std::string_view key, const std::string& text) : LogField(key, std::string_view(text)) {}
  LogField(std::string_view key, const char* text) : LogField(key, std::string_view(text)) {}
  LogField(std::string_view key, bool flag) : LogField(key, flag ? "true" : "false") {}
  LogField(std::string_view key, std::signed_integral auto number)
      : key_(key), value_(std::int64_t{number}) {}
  LogField(std::string_view key, std::unsigned_integral auto number)
      : key_(key), value_(std::uint64_t{number}) {}

  void append_to(std::string& line) const;

 private:
  std::string_view key_;
  std::variant<std::string_view, std::int64_t, std::uint64_t> value_;
};

// Any thread may write; clock and sink outlive it.
class Log {
 public:
  using Fields = std::initializer_list<LogField>;

  Log(const Clock& clock, LogSink& sink, LogLevel lowest = LogLevel::info)
      : clock_(clock), sink_(sink), lowest_(lowest) {}

  // Whether it is worth gathering what a line of this level would say.
  bool writes(LogLevel level) const { return level >= lowest_; }
  // `event` is one of our own words, not a sentence: logs are counted and searched by it.
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
  const LogLevel lowest_;
};

}  // namespace tradepost::base
