#include "base/log.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::base {
namespace {

constexpr std::size_t line_bytes_usual = 400;

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte < 0x7F && c != '"' && c != '\\' && c != '=';
}

// True for controls beyond ASCII, and for characters that change the direction of a line or end it
// on a screen. They are harmless in a document, but can forge a log.
bool deceives(char32_t code) {
  return (code >= 0x7F && code <= 0x9F) || code == 0x061C || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x2069) || code == 0xFEFF;
}

// Also shows where a value was cut.
void append_quoted(std::string& line, std::string_view text, std::string_view cut) {
  line += '"';
  while (!text.empty()) {
    const std::size_t length = sequence_bytes(text);
    if (length == 0) {
      line += "\uFFFD";
      text.remove_prefix(1);
      continue;
    }
    const std::string_view sequence = text.substr(0, length);
    const char32_t code = code_point_of(sequence);
    if (code == '"' || code == '\\') {
      line += '\\';
      line += sequence;
    } else if (code < 0x20 || deceives(code)) {
      fmt::format_to(std::back_inserter(line), "\\u{:04x}", static_cast<std::uint32_t>(code));
    } else {
      line += sequence;
    }
    text.remove_prefix(length);
  }
  line += cut;
  line += '"';
}

void append_value(std::string& line, LogForm form, std::string_view text) {
  const std::string_view kept = beginning_of(text, limits::log_value_bytes_max);
  const std::string_view cut = kept.size() < text.size() ? "..." : "";
  if (form == LogForm::json) {
    append_quoted(line, kept, cut);
    return;
  }
  if (!kept.empty() && std::ranges::all_of(kept, is_plain)) {
    line += kept;
  } else {
    append_quoted(line, kept, "");
  }
  line += cut;
}

// Returns true if the descriptor accepts more within a second. A reader may have made it
// non-blocking.
bool takes_more(int descriptor) {
  pollfd output{.fd = descriptor, .events = POLLOUT, .revents = 0};
  return ::poll(&output, 1, 1'000) > 0;
}

bool is_own_word(std::string_view word) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '_' || c == '.';
  };
  return !word.empty() && std::ranges::all_of(word, fits);
}

}  // namespace

std::string_view name_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "debug";
    case LogLevel::info:
      return "info";
    case LogLevel::warning:
      return "warning";
    case LogLevel::error:
      return "error";
  }
  check_failed(__FILE__, __LINE__, "a level of the log");
}

std::optional<LogForm> log_form_in(std::string_view word) {
  if (word == "logfmt") return LogForm::logfmt;
  if (word == "json") return LogForm::json;
  return std::nullopt;
}

StandardErrorSink::StandardErrorSink() : DescriptorSink(STDERR_FILENO) {}

void DescriptorSink::write(LogLevel /*level*/, std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t written = ::write(descriptor_, lines.data(), lines.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN && takes_more(descriptor_)) continue;
    if (written <= 0) return;
    lines.remove_prefix(static_cast<std::size_t>(written));
  }
}

void LogField::append_to(std::string& line, LogForm form) const {
  if (std::holds_alternative<std::monostate>(value_)) return;
  CHECK(is_own_word(key_));
  if (form == LogForm::json) {
    line += line.empty() ? "{\"" : ",\"";
    line += key_;
    line += "\":";
  } else {
    if (!line.empty()) line += ' ';
    line += key_;
    line += '=';
  }
  if (const auto* text = std::get_if<std::string_view>(&value_)) {
    append_value(line, form, *text);
  } else if (const auto* flag = std::get_if<bool>(&value_)) {
    line += *flag ? "true" : "false";
  } else if (const auto* number = std::get_if<std::int64_t>(&value_)) {
    line += std::to_string(*number);
  } else {
    line += std::to_string(std::get<std::uint64_t>(value_));
  }
}

void Log::write(LogLevel level, std::string_view event, Fields fields) const {
  if (!writes(level)) return;
  CHECK(is_own_word(event));
  std::string line;
  line.reserve(line_bytes_usual);
  const std::string time = to_string(clock_.now());
  for (const LogField& field : Fields{{"time", time}, {"level", name_of(level)}, {"event", event}})
    field.append_to(line, options_.form);
  for (const LogField& field : fields) field.append_to(line, options_.form);
  line += options_.form == LogForm::json ? "}\n" : "\n";
  sink_.write(level, line);
}

}  // namespace tradepost::base
