#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

// Repeatable randomness for tests.
namespace tradepost::document {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <typename Range>
  const auto& pick(const Range& range) {
    return range[below(std::size(range))];
  }

 private:
  std::mt19937_64 engine_;
};

// A JSON value in two texts: the stored form, and a form with random white space.
struct Written {
  std::string kept;
  std::string sent;

  void both(std::string_view text) {
    kept += text;
    sent += text;
  }
};

class RandomJson {
 public:
  explicit RandomJson(Dice& dice) : dice_(dice) {}

  void value(Written& out, std::size_t depth_left) {
    const auto sort = dice_.below(depth_left == 0 ? 6 : 9);
    if (sort == 0) out.both(dice_.pick(std::array{"true", "false", "null"}));
    if (sort == 1 || sort == 2) out.both(number());
    if (sort >= 3 && sort < 6) out.both(text());
    if (sort == 6) list(out, depth_left - 1);
    if (sort > 6) object(out, depth_left - 1);
  }

  void object(Written& out, std::size_t depth_left) {
    out.both("{");
    const auto count = dice_.below(6);
    for (std::size_t member = 0; member < count; ++member) {
      white(out);
      // A number in front keeps the names of one object different.
      out.both("\"" + std::to_string(member) + text().substr(1));
      white(out);
      out.both(":");
      white(out);
      value(out, depth_left);
      white(out);
      if (member + 1 < count) out.both(",");
    }
    white(out);
    out.both("}");
  }

  std::string text() {
    static constexpr std::array<std::string_view, 18> pieces = {
        "a",    "Z",     " ",       "  ",      "\u00e4", "\u20ac", "\U0001f600", "\\n",
        "\\\"", "\\\\",  "\\u00e4", "\\u0000", "\\/",    "{",      "],:",        "\\ud83d\\ude00",
        "\x7f", "\u2028"};
    std::string quoted = "\"";
    for (auto length = dice_.below(12); length > 0; --length) quoted += dice_.pick(pieces);
    return quoted + "\"";
  }

  std::string number() {
    std::string text = dice_.one_in(3) ? "-" : "";
    text += dice_.one_in(4) ? "0" : digits(1 + dice_.below(18));
    if (dice_.one_in(2))
      text += "." + std::string(dice_.below(3), '0') + digits(1 + dice_.below(12));
    if (dice_.one_in(4)) {
      text += dice_.pick(std::array{"e", "E", "e+", "E-", "e-0"});
      text += std::to_string(dice_.below(250));
    }
    return text;
  }

 private:
  std::string digits(std::size_t count) {
    std::string text(1, static_cast<char>('1' + dice_.below(9)));
    while (text.size() < count) text += static_cast<char>('0' + dice_.below(10));
    return text;
  }

  void list(Written& out, std::size_t depth_left) {
    out.both("[");
    const auto count = dice_.below(6);
    for (std::size_t element = 0; element < count; ++element) {
      white(out);
      value(out, depth_left);
      white(out);
      if (element + 1 < count) out.both(",");
    }
    white(out);
    out.both("]");
  }

  void white(Written& out) {
    if (!dice_.one_in(3)) return;
    for (auto length = 1 + dice_.below(70 / (1 + dice_.below(20))); length > 0; --length)
      out.sent += dice_.pick(std::string_view(" \n\t\r"));
  }

  Dice& dice_;
};

}  // namespace tradepost::document
