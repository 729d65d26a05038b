#include "labels/zpl_text.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/text/text.hpp"

namespace tradepost::labels {
namespace {

struct Command {
  char prefix;  // ^ or ~
  std::string name;
  std::string rest;
};

std::vector<Command> commands_in(std::string_view zpl) {
  std::vector<Command> commands;
  std::size_t at = zpl.find_first_of("^~");
  while (at != std::string_view::npos) {
    const std::size_t next = zpl.find_first_of("^~", at + 1);
    std::string_view whole = zpl.substr(at + 1, next - at - 1);
    while (whole.ends_with('\n')) whole.remove_suffix(1);
    // The font of ^A is part of its name: ^A0.
    const std::size_t length = std::min<std::size_t>(2, whole.size());
    commands.push_back(
        {zpl[at], std::string(whole.substr(0, length)), std::string(whole.substr(length))});
    at = next;
  }
  return commands;
}

std::vector<std::string> parted(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

int number(std::string_view text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

std::string without_hex(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned value = 0;
    if (text[at] == '_' && at + 2 < text.size() &&
        std::from_chars(&text[at + 1], &text[at + 3], value, 16).ptr == &text[at + 3]) {
      out += static_cast<char>(value);
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

// Adobe's widths of Helvetica-Bold from ' ' to '~', in thousandths; the narrow font has 0.82 of
// them.
constexpr int ascii_widths[] = {
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

double width_of(std::string_view sign) {
  constexpr double narrow = 0.82 / 1000;
  if (sign.size() == 1) return narrow * ascii_widths[sign[0] - ' '];
  if (sign == "…" || sign == "—" || sign == "Æ" || sign == "Œ") return narrow * 1000;
  if (sign == "æ" || sign == "œ") return narrow * 889;
  if (sign == "ł") return narrow * 278;
  if (sign == "ż" || sign == "ź") return narrow * 500;
  if (sign == "ć" || sign == "ę" || sign == "ś" || sign == "ą" || sign == "ä") return narrow * 556;
  return narrow * (sign.size() == 2 && sign[0] == '\xC3' && sign[1] < '\xA0' ? 778 : 611);
}

double width_of_text(std::string_view text) {
  double width = 0;
  while (!text.empty()) {
    const std::size_t bytes = std::max<std::size_t>(base::sequence_bytes(text), 1);
    width += width_of(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return width;
}

// Returns the symbols of ^BC's field data; 103 to 105 are the start characters.
std::optional<std::vector<int>> symbols_of(std::string_view data) {
  std::vector<int> symbols;
  char set = 'B';
  if (data.starts_with(">;") || data.starts_with(">:") || data.starts_with(">9")) {
    set = data[1] == ';' ? 'C' : data[1] == ':' ? 'B' : 'A';
    data.remove_prefix(2);
  }
  symbols.push_back(set == 'C' ? 105 : set == 'B' ? 104 : 103);
  while (!data.empty()) {
    if (data[0] == '>') {
      if (data.size() < 2) return std::nullopt;
      constexpr std::string_view codes = "<0=12345678";
      constexpr int values[] = {62, 30, 94, 95, 96, 97, 98, 99, 100, 101, 102};
      const auto code = codes.find(data[1]);
      if (code == std::string_view::npos) return std::nullopt;
      const int value = values[code];
      symbols.push_back(value);
      if (value == 99 && set != 'C')
        set = 'C';
      else if (value == 100 && set != 'B')
        set = 'B';
      else if (value == 101 && set != 'A')
        set = 'A';
      data.remove_prefix(2);
    } else if (set == 'C') {
      if (data.size() < 2 || !base::is_ascii_digit(data[0]) || !base::is_ascii_digit(data[1])) {
        return std::nullopt;  // a printer ignores an incomplete pair
      }
      symbols.push_back((data[0] - '0') * 10 + (data[1] - '0'));
      data.remove_prefix(2);
    } else {
      if (set == 'A' || data[0] < ' ' || data[0] > '}' || data[0] == '^') return std::nullopt;
      symbols.push_back(data[0] - ' ');
      data.remove_prefix(1);
    }
  }
  return symbols;
}

void decode(const std::vector<int>& symbols, ZplBars& bars) {
  char set = symbols[0] == 105 ? 'C' : 'B';
  for (std::size_t at = 1; at < symbols.size(); ++at) {
    const int value = symbols[at];
    if (value == 102) {
      if (at == 1)
        bars.is_gs1 = true;
      else
        bars.text += '\x1d';
    } else if (set == 'C' && value < 100) {
      bars.text += fmt::format("{:02}", value);
    } else if (set == 'C') {
      set = value == 100 ? 'B' : '?';
    } else if (value == 99) {
      set = 'C';
    } else {
      bars.text += static_cast<char>(' ' + value);
    }
  }
  // The width includes the check character, and the stop's thirteen modules.
  bars.modules = 11 * static_cast<int>(symbols.size() + 1) + 13;
}

class Reading {
 public:
  explicit Reading(std::string_view zpl) {
    for (const Command& command : commands_in(zpl)) take(command);
  }

  std::vector<ZplLabel> labels;

 private:
  void take(const Command& command) {
    const auto parts = parted(command.rest);
    const std::string& name = command.name;
    if (command.prefix == '^' && name == "XA") {
      labels.emplace_back();
      return;
    }
    if (labels.empty() || command.prefix == '~') {
      labels.resize(std::max<std::size_t>(labels.size(), 1));
      fault(fmt::format("{}{}{}", command.prefix, name, command.rest));
      return;
    }
    ZplLabel& label = labels.back();
    if (name == "CI") {
      label.is_utf8 = command.rest == "28";
    } else if (name == "PW") {
      label.width = number(command.rest);
    } else if (name == "LL") {
      label.height = number(command.rest);
    } else if (name == "FO" || name == "FT") {
      field_ = {};
      field_.is_typeset = name == "FT";
      field_.x = number(parts[0]);
      field_.y = parts.size() > 1 ? number(parts[1]) : -1;
    } else if (name == "A0" && parts.size() == 3 && parts[0] == "N") {
      field_.height = number(parts[1]);
      field_.width = number(parts[2]);
    } else if (name == "FH" && command.rest.empty()) {
      field_.has_hex = true;
    } else if (name == "BY") {
      module_ = number(command.rest);
    } else if (name == "BC" && parts.size() == 6 && parts[0] == "N") {
      field_.bar_height = number(parts[1]);
      const bool is_plain =
          parts[2] == "N" && parts[3] == "N" && parts[4] == "N" && parts[5] == "N";
      if (!is_plain) fault("^BC" + command.rest);
    } else if (name == "FD") {
      field_.data = field_.has_hex ? without_hex(command.rest) : command.rest;
    } else if (name == "GB" && parts.size() == 3) {
      label.rules.push_back({field_.x, field_.y, number(parts[0]), number(parts[1])});
    } else if (name == "GF" && parts.size() == 5 && parts[0] == "A") {
      take_picture(parts);
    } else if (name == "FS") {
      end_field();
    } else if (name != "XZ" && name != "LH") {
      fault("^" + name + command.rest);
    }
  }

  void take_picture(const std::vector<std::string>& parts) {
    const int row_bytes = number(parts[3]);
    const int bytes = number(parts[2]);
    if (row_bytes <= 0 || bytes % row_bytes != 0 ||
        static_cast<int>(parts[4].size()) != 2 * bytes) {
      fault("^GF");
      return;
    }
    int black = 0;
    for (const char digit : parts[4]) {
      unsigned value = 0;
      std::from_chars(&digit, &digit + 1, value, 16);
      black += std::popcount(value);
    }
    labels.back().pictures.push_back({field_.x, field_.y, 8 * row_bytes, bytes / row_bytes, black});
  }

  void end_field() {
    if (field_.bar_height > 0) {
      const auto symbols = symbols_of(field_.data);
      if (!symbols || field_.is_typeset) {
        fault("bars: " + field_.data);
        return;
      }
      ZplBars bars{field_.x, field_.y, module_, field_.bar_height, 0, false, {}};
      decode(*symbols, bars);
      labels.back().bars.push_back(std::move(bars));
    } else if (field_.height > 0) {
      if (!field_.is_typeset || field_.height != field_.width) fault("letters: " + field_.data);
      labels.back().texts.push_back(
          {field_.x, field_.y, field_.height, field_.data,
           width_of_text(field_.data) * static_cast<double>(field_.width)});
    }
    field_ = {};
  }

  void fault(std::string text) { labels.back().faults.push_back(std::move(text)); }

  struct Field {
    bool is_typeset = false;
    int x = -1;
    int y = -1;
    int height = 0;
    int width = 0;
    bool has_hex = false;
    int bar_height = 0;
    std::string data;
  };
  Field field_;
  int module_ = 2;
};

}  // namespace

std::vector<ZplLabel> labels_in(std::string_view zpl) {
  return Reading(zpl).labels;
}

}  // namespace tradepost::labels
