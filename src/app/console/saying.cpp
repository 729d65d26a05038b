#include "app/console/saying.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

// Returns true for C0, DEL and C1, which control terminals.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F);
}

// Returns true for characters that end a line, or change the direction of its rest.
bool forges_lines(char32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = base::sequence_bytes(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(bytes, 1));
    const bool is_well_formed = bytes != 0;
    const char32_t code = is_well_formed ? base::code_point_of(sequence) : 0;
    if (code == '\t') {
      out += ' ';
    } else if (is_control(code) || forges_lines(code)) {
      out += '.';
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

void say_lines(std::FILE* file, std::string_view lines) {
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const bool is_ended = end != lines.size();
    say(file, "{}", lines.substr(0, end));
    if (is_ended) say(file, "\n");
    lines.remove_prefix(is_ended ? end + 1 : end);
  }
}

void print_json(std::string_view json) {
  std::string escaped;
  escaped.reserve(json.size() + 1);
  for (std::size_t at = 0; at < json.size(); ++at) {
    const auto byte = static_cast<unsigned char>(json[at]);
    const auto next = at + 1 < json.size() ? static_cast<unsigned char>(json[at + 1]) : 0u;
    const bool is_c1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;
    if (byte != 0x7F && !is_c1) {
      escaped += json[at];
      continue;
    }
    fmt::format_to(std::back_inserter(escaped), "\\u{:04x}", is_c1 ? next : byte);
    if (is_c1) ++at;
  }
  if (!escaped.ends_with('\n')) escaped += '\n';
  fmt::vprint(stdout, "{}", fmt::make_format_args(escaped));
}

void write_bytes(std::string_view bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
}

}  // namespace tradepost::app
