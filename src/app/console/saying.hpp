#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// Everything that a command prints goes through here. Participants, files and servers write much of
// it, and a text that reaches a terminal as it is can move the cursor, forge lines and more. So
// each text among the values of a sentence is made printable; only the sentence itself is trusted.
namespace tradepost::app {

// Each control character becomes a dot, a tab a space; so does a byte that is no UTF-8, and a
// character that ends a line or turns its direction.
std::string printable(std::string_view text);

// Returns a text as it is shown, and a number as it is.
template <typename Value>
auto shown_value(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    return printable(value);
  } else {
    static_assert(std::is_arithmetic_v<Value> && !std::is_same_v<Value, char>,
                  "A sentence takes texts and numbers.");
    return value;
  }
}

template <typename Value>
using ShownValue = decltype(shown_value(std::declval<const Value&>()));

template <typename... Values>
void say(std::FILE* file, fmt::format_string<ShownValue<Values>...> sentence,
         const Values&... values) {
  const auto print = [&](const auto&... shown) {
    fmt::vprint(file, fmt::string_view(sentence), fmt::make_format_args(shown...));
  };
  print(shown_value(values)...);
}

// Prints to standard output.
template <typename... Values>
void say(fmt::format_string<ShownValue<Values>...> sentence, const Values&... values) {
  const auto print = [&](const auto&... shown) {
    fmt::vprint(stdout, fmt::string_view(sentence), fmt::make_format_args(shown...));
  };
  print(shown_value(values)...);
}

// Prints lines that are made of printable parts. Everything becomes printable but their ends.
void say_lines(std::FILE* file, std::string_view lines);

// Prints a whole JSON text to standard output, and a line feed if it has none at its end. The
// control characters that JSON allows as they are become escapes, so the value stays the same.
void print_json(std::string_view json);

// Writes the bytes of a file to standard output as they are.
void write_bytes(std::string_view bytes);

}  // namespace tradepost::app
